import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { executeCommand } from '../../../service/cli/execute-command.ts';
import { openShards } from '../../../service/storage/lowdb/shard-files.ts';
import { startPostgres, type Postgres } from '../../support/postgres/server.ts';

/** A store that outlives the services that use it, as an operator sees it. */
export interface ChaosStore {
  /** The variables that make a service use it. */
  readonly env: Record<string, string>;
  /** The server, if there is one, to be stopped and started. */
  readonly postgres: Postgres | undefined;
  /** Runs a command of the command line. */
  command<Result>(name: string, options?: object): Promise<Result>;
  /** The number of reservations. */
  countReserved(): Promise<number>;
  /** Makes reservations so old that no caller can still be waiting for their calls. */
  expireReserved(): Promise<void>;
  dispose(): Promise<void>;
}

export const lowdbAndPostgres = ['lowdb', 'postgres'] as const;

export type StoreKind = (typeof lowdbAndPostgres)[number];

/** Makes an empty store. */
export async function makeStore(kind: StoreKind): Promise<ChaosStore> {
  const dataDir = await mkdtemp(join(tmpdir(), 'altscribe-'));
  const postgres = kind === 'postgres' ? await startPostgres() : undefined;
  const databaseUrl = await postgres?.createDatabase();

  async function run(sql: string): Promise<Record<string, unknown>[]> {
    return (await postgres?.run(databaseUrl ?? '', sql)) ?? [];
  }

  return {
    env: { DATA_DIR: dataDir, ...(databaseUrl && { DATABASE_URL: databaseUrl }) },
    postgres,
    async command<Result>(name: string, options = {}) {
      return (await executeCommand({ dataDir, databaseUrl }, name, options)) as Result;
    },
    async countReserved() {
      if (!postgres) return countInFiles(dataDir);
      const rows = await run('SELECT 1 FROM entries WHERE expires_at IS NOT NULL');
      return rows.length;
    },
    async expireReserved() {
      // In files, a reservation without a process is expired.
      await run(`UPDATE entries SET expires_at = now() - interval '1 second'
        WHERE expires_at IS NOT NULL`);
    },
    async dispose() {
      await postgres?.dispose();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/** The reservations in a folder now; the next start would release them. */
async function countInFiles(dataDir: string): Promise<number> {
  const copy = await mkdtemp(join(tmpdir(), 'altscribe-'));
  try {
    await cp(join(dataDir, 'accounts'), copy, {
      recursive: true,
      // The service may be writing one, and then renames it.
      filter: (path) => !path.endsWith('.new'),
    });
    const shards = await openShards(copy);
    return [...shards.all()].reduce((sum, { reservations }) => sum + reservations.length, 0);
  } finally {
    await rm(copy, { recursive: true });
  }
}
