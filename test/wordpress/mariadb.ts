import { once } from 'node:events';
import { cp, mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { getCachedFolder } from './cached-folder.ts';
import type { Php } from './get-php.ts';
import { listLibraryFolders, unpackDebianPackages } from './debian-packages.ts';
import { run } from './run.ts';
import { spawnUntilInputEnds } from './until-input-ends.ts';

const SUITE = 'bookworm';
const START_TIMEOUT_MS = 60_000;

const name = 'wordpress';

/** A database on a MariaDB that runs on this machine. */
export interface MariaDb {
  name: string;
  /** As `DB_HOST` in wp-config.php. The user is `root`, without a password. */
  host: string;
  /** Rejects with its last output if it ends before `stop()`. */
  crashed: Promise<never>;
  stop: () => Promise<void>;
}

/**
 * Starts a MariaDB from Debian's packages. It only listens on a socket, and does not wait for the disk: its data is
 * removed with it.
 *
 * @param php - creates the database, which shows that it can connect.
 * @throws Error with MariaDB's last output, if PHP cannot connect within a minute.
 */
export async function startMariaDb(php: Php): Promise<MariaDb> {
  // The client's package has a program that the installation uses.
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
      '--skip-name-resolve',
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
    // Not every machine lets a program use the kernel's.
    '--innodb-use-native-aio=0',
    ...user,
  ];
  const server = ['env', environment, join(root, 'usr/sbin/mariadbd'), ...settings];
  const child = spawnUntilInputEnds(server, { signal: 'KILL', folder });
  let output = '';
  const keep = (chunk: Buffer) => (output = (output + chunk.toString()).slice(-2_000));
  child.stdout.on('data', keep);
  child.stderr.on('data', keep);
  const ended = once(child, 'close');
  let isStopping = false;
  const stop = async () => {
    isStopping = true;
    child.stdin.end();
    await ended;
  };
  const crashed = ended.then(([code]): never => {
    throw new Error(
      isStopping ? 'MariaDB was stopped.' : `MariaDB ended with ${String(code)}: ${output}`,
    );
  });
  // The code that starts it races against this; a later crash shows in the next request.
  crashed.catch(() => undefined);
  const host = `localhost:${socket}`;
  const create = `
    mysqli_report( MYSQLI_REPORT_ERROR | MYSQLI_REPORT_STRICT );
    $database = new mysqli( 'localhost', 'root', '', null, null, '${socket}' );
    $database->query( 'CREATE DATABASE ${name} CHARACTER SET utf8mb4' );`;
  const variables = Object.entries(php.env).map(([key, value]) => `${key}=${value}`);
  for (const until = Date.now() + START_TIMEOUT_MS; ;) {
    try {
      await run('env', [...variables, php.program, ...php.args, '-r', create]);
      return { name, host, crashed, stop };
    } catch (error) {
      if (Date.now() > until || child.exitCode !== null) {
        await stop();
        throw new Error(`MariaDB did not start: ${String(error)}\n${output}`);
      }
      await sleep(200);
    }
  }
}
