import { join } from 'node:path';
import { createRoleAndDatabase } from '../support/postgres/pgbouncer.ts';
import { startPostgres, type Postgres } from '../support/postgres/server.ts';
import { getPostgresWithTools } from '../support/postgres/with-tools.ts';
import { startNetwork } from './network.ts';

/** Whether a commit is confirmed after the replica has flushed it to disk, or before. */
export type Replication = 'synchronous' | 'asynchronous';

/** Two PostgreSQL servers: a primary and a replica that follows it. */
export interface DatabasePair {
  /** The version of both. */
  readonly version: string;
  readonly primary: Postgres;
  readonly replica: Postgres;
  /** Stops replication, as a slow network would. */
  holdReplica(): void;
  /** Promotes the replica after the primary is gone. */
  promote(): Promise<void>;
  dispose(): Promise<void>;
}

/** Starts both with the service's role and database. */
export async function startDatabasePair(replication: Replication): Promise<DatabasePair> {
  const { binaries, tools } = await getPostgresWithTools();
  const settings = { wal_keep_size: '256MB' };
  const primary = await startPostgres({ isDurable: true, binaries, settings });
  await createRoleAndDatabase(primary);
  const address = new URL(primary.address('postgres'));
  const network = await startNetwork(Number(address.port));
  address.port = String(network.port);
  const replica = await startPostgres({
    isDurable: true,
    binaries,
    replicaOf: { address: address.href, pgBasebackup: join(tools, 'pg_basebackup') },
  });
  const run = (sql: string) => primary.run(primary.address('postgres'), sql);
  if (replication === 'synchronous') {
    await run(`ALTER SYSTEM SET synchronous_standby_names = '*'`);
    await run('SELECT pg_reload_conf()');
  }
  await untilReplicates(run, replication === 'synchronous' ? 'sync' : 'async');
  const [server] = await run('SHOW server_version');
  return {
    version: String(server?.['server_version']),
    primary,
    replica,
    holdReplica: () => network.hold(),
    async promote() {
      network.stop();
      await replica.run(replica.address('postgres'), 'SELECT pg_promote(true, 30)');
    },
    async dispose() {
      await replica.dispose();
      await primary.dispose();
      network.stop();
    },
  };
}

async function untilReplicates(run: (sql: string) => Promise<object[]>, state: string) {
  const sql = `SELECT 1 FROM pg_stat_replication WHERE state = 'streaming' AND sync_state = '${state}'`;
  for (const until = Date.now() + 60_000; ;) {
    if ((await run(sql)).length > 0) return;
    if (Date.now() > until) throw new Error('The replica is not following the primary.');
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}
