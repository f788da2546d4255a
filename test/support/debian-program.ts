import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { getCachedFolder } from '../wordpress/cached-folder.ts';
import { listLibraryFolders, unpackDebianPackages } from '../wordpress/debian-packages.ts';

/** The Debian release of this machine, such as `trixie`; undefined on other systems. */
export const debian = findDebian();

/**
 * Unpacks a program from Debian's packages into the cache folder, without installing it.
 *
 * @param name Name of the package.
 * @param path Path of the program in the package.
 * @param withDependencies Also unpack the libraries that it needs; `debianLibraries` tells it where
 *   they are.
 * @throws Error on systems other than Debian.
 */
export async function getDebianProgram(
  name: string,
  path: string,
  { withDependencies = false } = {},
): Promise<string> {
  // A test with a missing dependency must fail, not be skipped.
  if (debian === undefined) throw new Error(`${name} is taken from Debian's packages: use Debian.`);
  const suite = debian;
  const folder = await getCachedFolder(`${name}-${suite}`, (workFolder) =>
    unpackDebianPackages(workFolder, suite, [name], { withDependencies }),
  );
  return join(folder, path);
}

/** A program, how to start it, and the root folder of its files. */
export interface Program {
  readonly program: string;
  readonly env: Readonly<Record<string, string>>;
  readonly root: string;
}

/**
 * Finds a program in `usr/bin`: of this machine, or else from Debian's packages.
 *
 * @param packageName Name of the package, if it differs.
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

/** The environment in which an unpacked program finds its libraries. */
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
