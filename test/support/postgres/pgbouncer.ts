import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { findFreePort } from '../../wordpress/free-port.ts';
import { debianLibraries, getDebianProgram } from '../debian-program.ts';
import type { Postgres } from './server.ts';

/** A server, which other tests may use, too. */
type Server = Pick<Postgres, 'address' | 'run'>;

/** PgBouncer with our example configuration, in front of a server. */
export interface PgBouncer {
  /** URL of the database behind it, with the service's role. */
  readonly url: string;
  /** Makes it connect to another server, as an operator does after a failover. */
  pointTo(server: Server): Promise<void>;
  stop(): Promise<void>;
}

const role = 'altscribe';
const password = 'password of the role';
const startTimeoutMs = 20_000;

/** Creates the service's role and database, as in docs/install.md, with deploy/postgres-limits.sql. */
export async function createRoleAndDatabase(server: Server): Promise<void> {
  const superuser = server.address('postgres');
  await server.run(superuser, `CREATE ROLE ${role} LOGIN PASSWORD '${password}'`);
  await server.run(superuser, `CREATE DATABASE ${role} OWNER ${role}`);
  await server.run(superuser, await readFile('deploy/postgres-limits.sql', 'utf8'));
}

/** Starts Debian's PgBouncer in front of a server with the service's role and database. */
export async function startPgBouncer(server: Server): Promise<PgBouncer> {
  const program = await getDebianProgram('pgbouncer', 'usr/sbin/pgbouncer', {
    withDependencies: true,
  });
  const folder = await mkdtemp(join(tmpdir(), 'altscribe-pgbouncer-'));
  // It rereads its files as another user.
  await chmod(folder, 0o755);
  const port = await findFreePort();
  const configuration = join(folder, 'pgbouncer.ini');
  const users = join(folder, 'users');
  await writeFile(users, `"${role}" "${password}"\n`);
  await configure(server);

  /** Replaces the addresses with those of the test. */
  async function configure({ address }: Server): Promise<void> {
    const example = await readFile('deploy/pgbouncer.ini', 'utf8');
    const text = example
      .replace('host=postgres port=5432', `host=127.0.0.1 port=${new URL(address('')).port}`)
      .replace('listen_addr = *', 'listen_addr = 127.0.0.1')
      .replace('listen_port = 5432', `listen_port = ${port}\nunix_socket_dir =`)
      .replace('/run/secrets/pgbouncer_users', users);
    await writeFile(configuration, text);
  }

  // It refuses to run as root.
  const asNobody = process.getuid?.() === 0 ? ['-u', 'nobody'] : [];
  const root = join(dirname(program), '../..');
  const child = spawn(program, [...asNobody, configuration], {
    env: { ...process.env, ...(await debianLibraries(root)) },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const ended = once(child, 'close');
  let said = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => (said = (said + chunk.toString()).slice(-4_000)));
  }
  const url = `postgres://${role}:${encodeURIComponent(password)}@127.0.0.1:${port}/${role}`;

  async function stop(): Promise<void> {
    child.kill('SIGKILL');
    await ended;
    await rm(folder, { recursive: true });
  }

  for (const until = Date.now() + startTimeoutMs; ;) {
    const failure = await connect(url).then(() => undefined, String);
    if (failure === undefined) break;
    if (Date.now() > until || child.exitCode !== null) {
      await stop();
      throw new Error(`PgBouncer did not start: ${failure}\n${said}`);
    }
    await sleep(20);
  }

  return {
    url,
    async pointTo(other) {
      await configure(other);
      child.kill('SIGHUP');
    },
    stop,
  };
}

async function connect(url: string): Promise<void> {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: 2_000 });
  client.on('error', () => undefined);
  try {
    await client.connect();
    await client.query('SELECT 1');
  } finally {
    await client.end();
  }
}
