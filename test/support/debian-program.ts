import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { getCachedFolder } from '../wordpress/cached-folder.ts';
import { unpackDebianPackages } from '../wordpress/debian-packages.ts';

/** The Debian that this machine runs, such as `trixie`; nothing on another system. */
export const debian = findDebian();

/**
 * Gives a program of the machine's own Debian, unpacked in the cache folder and not installed.
 * @param name of the package
 * @param path of the program in it
 */
export async function getDebianProgram(name: string, path: string): Promise<string> {
  const suite = debian ?? 'stable';
  const folder = await getCachedFolder(`${name}-${suite}`, (workFolder) =>
    unpackDebianPackages(workFolder, suite, [name]),
  );
  return join(folder, path);
}

function findDebian(): string | undefined {
  try {
    const release = readFileSync('/etc/os-release', 'utf8');
    if (!/^ID=debian$/m.test(release)) return undefined;
    return /^VERSION_CODENAME=(\w+)$/m.exec(release)?.[1];
  } catch {
    return undefined;
  }
}
