import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { getCachedFolder } from '../wordpress/cached-folder.ts';
import { listLibraryFolders, unpackDebianPackages } from '../wordpress/debian-packages.ts';

/** The Debian that this machine runs, such as `trixie`; nothing on another system. */
export const debian = findDebian();

/**
 * Gives a program of the machine's own Debian, unpacked in the cache folder and not installed.
 * @param name of the package
 * @param path of the program in it
 * @param withDependencies whether libraries come, too, that it needs; `debianLibraries` are where it
 * finds them
 * @throws Error on another system than Debian
 */
export async function getDebianProgram(
  name: string,
  path: string,
  { withDependencies = false } = {},
): Promise<string> {
  // Nothing is skipped: a test with a missing dependency fails and says so.
  if (debian === undefined) throw new Error(`${name} is taken from Debian's packages: use Debian.`);
  const suite = debian;
  const folder = await getCachedFolder(`${name}-${suite}`, (workFolder) =>
    unpackDebianPackages(workFolder, suite, [name], { withDependencies }),
  );
  return join(folder, path);
}

/** A program, how to start it, and the folder that is the root of its files. */
export interface Program {
  readonly program: string;
  readonly env: Readonly<Record<string, string>>;
  readonly root: string;
}

/**
 * Finds a program of `usr/bin`, of this machine or else of Debian's packages.
 * @param packageName of the package, where that has another name
 */
export async function findProgram(name: string, packageName = name): Promise<Program> {
  const folders = (process.env['PATH'] ?? '').split(':');
  const folder = folders.find((one) => existsSync(join(one, name)));
  if (folder !== undefined) return { program: join(folder, name), env: {}, root: '/' };
  const options = { withDependencies: true };
  const program = await getDebianProgram(packageName, `usr/bin/${name}`, options);
  const root = join(program, '../../..');
  return { program, env: await debianLibraries(root), root };
}

/** The environment in which a program finds the libraries that came with it. */
export async function debianLibraries(folder: string): Promise<Record<string, string>> {
  return { LD_LIBRARY_PATH: await listLibraryFolders(folder) };
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
