import { readFileSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { getCachedFolder } from '../wordpress/cached-folder.ts';
import { unpackDebianPackages } from '../wordpress/debian-packages.ts';

/** The Debian that this machine runs, such as `trixie`; nothing on another system. */
export const debian = findDebian();

/**
 * Gives a program of the machine's own Debian, unpacked in the cache folder and not installed.
 * @param name of the package
 * @param path of the program in it
 * @param withDependencies whether libraries come, too, that it needs and this machine does not have;
 * `debianLibraries` are where it finds them
 */
export async function getDebianProgram(
  name: string,
  path: string,
  { withDependencies = false } = {},
): Promise<string> {
  const suite = debian ?? 'stable';
  const folder = await getCachedFolder(`${name}-${suite}`, (workFolder) =>
    unpackDebianPackages(workFolder, suite, [name], { withDependencies }),
  );
  return join(folder, path);
}

/** The environment in which a program finds the libraries that came with it. */
export async function debianLibraries(folder: string): Promise<Record<string, string>> {
  const libraries = join(folder, 'usr/lib');
  const names = await readdir(libraries).catch(() => []);
  const paths = names.filter((name) => name.endsWith('-linux-gnu'));
  return { LD_LIBRARY_PATH: paths.map((name) => join(libraries, name)).join(':') };
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
