import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdtemp, rm } from 'node:fs/promises';
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
  stop: () => Promise<void>;
}

/**
 * Starts a MariaDB from Debian's packages. It only listens on a socket, and does not wait for the disk: its data is
 * removed with it.
 */
export async function startMariaDb(): Promise<MariaDb> {
  const root = await getCachedFolder(`mariadb-${SUITE}`, (folder) =>
    unpackDebianPackages(folder, SUITE, ['mariadb-server-core', 'mariadb-client-core'], {
      withDependencies: true,
    }),
  );
  const environment = `LD_LIBRARY_PATH=${await listLibraryFolders(root)}`;
  const user = process.getuid?.() === 0 ? ['--user=root'] : [];
  const newData = await getCachedFolder(`mariadb-data-${SUITE}`, async (workFolder) => {
    const data = join(workFolder, 'data');
    const install = [
      '--no-defaults',
      '--auth-root-authentication-method=normal',
      `--basedir=${join(root, 'usr')}`,
      `--datadir=${data}`,
      ...user,
    ];
    await run('env', [environment, join(root, 'usr/bin/mariadb-install-db'), ...install]);
    return data;
  });
  const folder = await mkdtemp(join(tmpdir(), 'altscribe-mariadb-'));
  const socket = join(folder, 'socket');
  const data = join(folder, 'data');
  await cp(newData, data, { recursive: true });
  const share = join(root, 'usr/share/mysql');
  const settings = [
    '--no-defaults',
    `--datadir=${data}`,
    `--lc-messages-dir=${share}`,
    `--character-sets-dir=${join(share, 'charsets')}`,
    '--skip-networking',
    `--socket=${socket}`,
    '--innodb-flush-log-at-trx-commit=0',
    '--innodb-flush-method=nosync',
    '--innodb-doublewrite=0',
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
  return {
    name,
    host: `localhost:${socket}`,
    stop,
  };
}
