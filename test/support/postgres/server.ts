import { execFile, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chmod, chown, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { Client } from 'pg';
import { findFreePort } from '../../wordpress/free-port.ts';
import { spawnUntilInputEnds } from '../../wordpress/until-input-ends.ts';
import { findBinaries, getNewData, type Binaries } from './binaries.ts';

/** A PostgreSQL server, on loopback. */
export interface Postgres {
  /** URL of a database, as superuser. */
  address(database: string): string;
  /** Creates an empty database and returns its URL. */
  createDatabase(): Promise<string>;
  /** Runs a statement as superuser in the database with this URL. */
  run(url: string, sql: string): Promise<Record<string, unknown>[]>;
  /** The id of its main process while it runs. */
  pid(): Promise<number>;
  /**
   * Stops the server, but keeps its data: properly, immediately as in a crash, or with `kill -9` as when
   * the machine fails.
   */
  stop(how?: 'fast' | 'crash' | 'kill'): Promise<void>;
  /** Starts it again on the same port. */
  start(): Promise<void>;
  /** Stops it and removes its data. */
  dispose(): Promise<void>;
}

const password = 'secret-of-the-tests';
const startTimeoutMs = 60_000;

export interface PostgresServerOptions {
  /** Whether its data survives a failure of the machine. Only benches need that. */
  readonly isDurable?: boolean;
  /** Whether it runs until the worker of the tests ends, and its data is removed then. */
  readonly isForWorker?: boolean;
  /** Additional lines of its configuration, which it reads at each start. */
  readonly settings?: Readonly<Record<string, string>>;
  /** The PostgreSQL programs; by default from npm. */
  readonly binaries?: Binaries;
  /** Another running server: this one starts with a copy of its data and replicates it. */
  readonly replicaOf?: {
    /** URL of the other server, with a role that may replicate. */
    readonly address: string;
    /** A program that is not older than the other server. */
    readonly pgBasebackup: string;
  };
}

/** Creates and starts a server. */
export async function startPostgres({
  isDurable = false,
  isForWorker = false,
  settings = {},
  binaries: given,
  replicaOf,
}: PostgresServerOptions = {}): Promise<Postgres> {
  const binaries = given ?? (await findBinaries());
  const env = { ...process.env, ...binaries.env };
  const folder = await mkdtemp(join(tmpdir(), 'altscribe-postgres-'));
  const data = join(folder, 'data');
  let port = 0;
  const address = (database: string) =>
    `postgres://postgres:${password}@127.0.0.1:${port}/${database}`;
  let server: ChildProcess | undefined;
  let output = '';
  let databases = 0;

  async function copyData({ address, pgBasebackup }: NonNullable<typeof replicaOf>) {
    if (binaries.user) await chown(folder, binaries.user.uid, binaries.user.gid);
    const flags = ['--write-recovery-conf', '--checkpoint=fast', '--no-sync'];
    await promisify(execFile)(pgBasebackup, ['-D', data, '-d', address, ...flags], {
      ...binaries.user,
      env,
      cwd: folder,
    });
  }

  async function initialise(): Promise<void> {
    if (binaries.user) await chown(folder, binaries.user.uid, binaries.user.gid);
    await chmod(folder, 0o700);
    // Keeps owners and modes, which the server insists on.
    await promisify(execFile)('cp', ['-a', await getNewData(binaries, password), data]);
  }

  async function start(): Promise<void> {
    if (server?.exitCode === null) return;
    // As late as possible, so no other process takes the port in the meantime.
    port ||= await findFreePort();
    const all = { fsync: isDurable ? 'on' : 'off', listen_addresses: '127.0.0.1', ...settings };
    const flags = Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
    const command = [binaries.postgres, '-D', data, '-p', String(port), '-k', '', ...flags];
    const child = spawnUntilInputEnds(command, {
      ...binaries.user,
      env,
      cwd: folder,
      signal: 'INT',
      folder: isForWorker ? folder : undefined,
    });
    const keep = (chunk: Buffer) => (output = (output + chunk.toString()).slice(-2_000));
    child.stdout.on('data', keep);
    child.stderr.on('data', keep);
    server = child;
    const until = Date.now() + startTimeoutMs;
    for (;;) {
      const failure = await run(address('postgres'), 'SELECT 1').then(() => undefined, String);
      if (failure === undefined) return;
      if (Date.now() > until || child.exitCode !== null) throw new Error(failure);
      await sleep(20);
    }
  }

  async function run(url: string, sql: string): Promise<Record<string, unknown>[]> {
    const client = new Client({ connectionString: url, connectionTimeoutMillis: 5_000 });
    client.on('error', () => undefined);
    try {
      await client.connect();
      return (await client.query<Record<string, unknown>>(sql)).rows;
    } finally {
      await client.end();
    }
  }

  async function pid(): Promise<number> {
    const [first] = (await readFile(join(data, 'postmaster.pid'), 'utf8')).split('\n');
    return Number(first);
  }

  async function stop(how: 'fast' | 'crash' | 'kill' = 'fast'): Promise<void> {
    if (server?.exitCode !== null) return;
    const ended = once(server, 'close');
    if (how !== 'fast') {
      process.kill(await pid(), how === 'crash' ? 'SIGQUIT' : 'SIGKILL');
    }
    server.stdin?.end();
    await ended;
  }

  try {
    await (replicaOf ? copyData(replicaOf) : initialise());
    await start();
  } catch (cause) {
    await rm(folder, { recursive: true, force: true });
    const detail = `${String(cause)}\n${output}`;
    throw new Error(`PostgreSQL, which these tests need, did not start: ${detail}`, { cause });
  }

  return {
    address,
    async createDatabase() {
      const name = `test_${(databases += 1)}`;
      await run(address('postgres'), `CREATE DATABASE ${name}`);
      return address(name);
    },
    run,
    pid,
    stop,
    start,
    async dispose() {
      await stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
