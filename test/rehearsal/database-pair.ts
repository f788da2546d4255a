import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createRoleAndDatabase } from '../support/postgres/pgbouncer.ts';
import { startPostgres, type Postgres } from '../support/postgres/server.ts';

/** Two PostgreSQL servers: one that writes, and a replica that has every commit before it counts. */
export interface DatabasePair {
  readonly primary: Postgres;
  readonly replica: Postgres;
  /** Lets the replica take the place of the primary, which is gone. */
  promote(): Promise<void>;
  dispose(): Promise<void>;
}

/**
 * Starts both with the service's role and database. A commit is confirmed once the replica has it
 * on its disk (`synchronous_standby_names`).
 */
export async function startDatabasePair(): Promise<DatabasePair> {
  const settings = { synchronous_standby_names: '*', wal_keep_size: '256MB' };
  const primary = await startPostgres({ isDurable: true });
  await createRoleAndDatabase(primary);
  // A copy of a server that stands still is what pg_basebackup makes of one that runs.
  await primary.stop();
  const replica = await startReplica(primary);
  await appendSettings(primary, settings);
  await primary.start();
  await untilStreaming(primary);
  return {
    primary,
    replica,
    async promote() {
      await replica.run(replica.address('postgres'), 'SELECT pg_promote(true, 30)');
    },
    async dispose() {
      await replica.dispose();
      await primary.dispose();
    },
  };
}

async function startReplica(primary: Postgres): Promise<Postgres> {
  const { hostname, port, username, password } = new URL(primary.address('postgres'));
  const connection = `host=${hostname} port=${port} user=${username} password=${password}`;
  return startPostgres({
    isDurable: true,
    replicaOf: primary,
    settings: { primary_conninfo: connection, wal_retrieve_retry_interval: '100ms' },
  });
}

async function appendSettings({ data }: Postgres, settings: Record<string, string>) {
  const file = join(data, 'postgresql.auto.conf');
  const lines = Object.entries(settings).map(([name, value]) => `${name} = '${value}'\n`);
  await writeFile(file, (await readFile(file, 'utf8')) + lines.join(''));
}

async function untilStreaming(primary: Postgres): Promise<void> {
  const sql = `SELECT 1 FROM pg_stat_replication WHERE sync_state = 'sync'`;
  for (const until = Date.now() + 60_000; ;) {
    const rows = await primary.run(primary.address('postgres'), sql);
    if (rows.length > 0) return;
    if (Date.now() > until) throw new Error('The replica does not follow the primary.');
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}
