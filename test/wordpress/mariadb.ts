import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { getCachedFolder } from './cached-folder.ts';
import { listLibraryFolders, unpackDebianPackages } from './debian-packages.ts';
import { run } from './run.ts';

const SUITE = 'bookworm';
const START_TIMEOUT_MS = 60_000;

const name = 'wordpress';

/** A database on a MariaDB that runs on this machine. */
export interface MariaDb {
  name: string;
  /** As `DB_HOST` in wp-config.php. The user is `root`, without a password. */
  host: string;
  /** Arguments of PHP that load its extension. */
  phpArgs: readonly string[];
  stop: () => Promise<void>;
}

/**
 * Starts a MariaDB from Debian's packages, with its default settings. It only listens on a socket. For benchmarks: the
 * tests use SQLite.
 */
export async function startMariaDb(): Promise<MariaDb> {
  const root = await getCachedFolder(`mariadb-${SUITE}`, (folder) =>
    unpackDebianPackages(
      folder,
      SUITE,
      ['mariadb-server-core', 'mariadb-client-core', 'php-mysql'],
      { withDependencies: true },
    ),
  );
  const folder = await mkdtemp(join(tmpdir(), 'altscribe-mariadb-'));
  const socket = join(folder, 'socket');
  const environment = `LD_LIBRARY_PATH=${await listLibraryFolders(root)}`;
  const user = process.getuid?.() === 0 ? ['--user=root'] : [];
  const data = `--datadir=${join(folder, 'data')}`;
  const install = [
    '--no-defaults',
    '--auth-root-authentication-method=normal',
    `--basedir=${join(root, 'usr')}`,
    data,
    ...user,
  ];
  await run('env', [environment, join(root, 'usr/bin/mariadb-install-db'), ...install]);
  const share = join(root, 'usr/share/mysql');
  const settings = [
    '--no-defaults',
    data,
    `--lc-messages-dir=${share}`,
    `--character-sets-dir=${join(share, 'charsets')}`,
    '--skip-networking',
    `--socket=${socket}`,
    ...user,
  ];
  const child = spawn('env', [environment, join(root, 'usr/sbin/mariadbd'), ...settings], {
    stdio: 'ignore',
  });
  const ended = once(child, 'exit');
  const stop = async () => {
    child.kill('SIGTERM');
    await ended;
    await rm(folder, { recursive: true, force: true });
  };
  const create = `CREATE DATABASE ${name} CHARACTER SET utf8mb4`;
  const client = ['--no-defaults', `--socket=${socket}`, '--user=root', '-e', create];
  for (const until = Date.now() + START_TIMEOUT_MS; ;) {
    try {
      await run('env', [environment, join(root, 'usr/bin/mariadb'), ...client]);
      break;
    } catch (error) {
      if (Date.now() > until || child.exitCode !== null) {
        await stop();
        throw error;
      }
      await sleep(200);
    }
  }
  const [api = ''] = (await readdir(join(root, 'usr/lib/php'))).filter((name) =>
    /^\d{8}$/.test(name),
  );
  const extensions = ['mysqlnd', 'mysqli'].map((name) =>
    join(root, 'usr/lib/php', api, `${name}.so`),
  );
  return {
    name,
    host: `localhost:${socket}`,
    phpArgs: extensions.flatMap((file) => ['-d', `extension=${file}`]),
    stop,
  };
}
