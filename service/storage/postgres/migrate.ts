import { StoreError } from '../interfaces/errors.ts';
import type { Database, Query } from './database.ts';
import { migrations, newestVersion } from './migrations/index.ts';

/** The advisory lock for changing the tables: a number that nothing else uses. */
const lockId = 4_152_778_301;

/** The oldest PostgreSQL that still gets fixes, as in `server_version_num`. */
const oldestServer = 140_000;

/** Long enough for a database that is busy. One that has not answered by then is silent. */
const defaultAnswerTimeoutMs = 60_000;

/**
 * Brings the tables to what this version of the program needs: all of it or nothing. Of several
 * processes that start at once, one does it while the others wait.
 * @param mayUpgrade whether the operator agrees that tables of an older version are changed
 * @param answerTimeoutMs how long the database may take to say what its tables are, in milliseconds
 * @returns whether tables of an older version were changed
 * @throws StoreError without that agreement, or when a newer version has changed them
 */
export async function migrate(
  database: Database,
  mayUpgrade: boolean,
  answerTimeoutMs = defaultAnswerTimeoutMs,
): Promise<boolean> {
  const version = await database.longTransaction(async (query) => {
    await refuseOldServer(query);
    return findVersion(query);
  }, answerTimeoutMs);
  if (version === newestVersion) return false;
  const isOlder = version > 0 && version < newestVersion;
  if (isOlder && !mayUpgrade) throw new StoreError(needsAgreement);
  await database.longTransaction(async (query) => {
    await query('SELECT pg_advisory_xact_lock($1)', [lockId]);
    await query(`CREATE TABLE IF NOT EXISTS schema_migrations (
      version integer PRIMARY KEY,
      applied_at timestamptz NOT NULL DEFAULT now()
    )`);
    const found = await findVersion(query);
    if (found > newestVersion) {
      throw new StoreError(
        'The database of DATABASE_URL has been used by a newer version of Altscribe. Start that.',
      );
    }
    for (const { version: made, sql } of migrations) {
      if (made <= found) continue;
      await query(sql);
      await query('INSERT INTO schema_migrations (version) VALUES ($1)', [made]);
    }
  });
  return isOlder;
}

const needsAgreement =
  'The tables in the database of DATABASE_URL are those of an older version. Back up first, with ' +
  '"altscribe backup", which prints the command of pg_dump. Then run "altscribe upgrade --yes", or start with ' +
  '"altscribe serve --yes". To go back, restore that backup into an empty database, and start the old ' +
  'version. Nothing was changed.';

async function refuseOldServer(query: Query): Promise<void> {
  const [{ version } = { version: '' }] = await query<{ version: string }>(
    `SELECT current_setting('server_version_num') AS version`,
  );
  if (Number(version) >= oldestServer) return;
  throw new StoreError(
    `The database is PostgreSQL ${Math.trunc(Number(version) / 10_000)}. Altscribe needs 14 or newer.`,
  );
}

/** The version of the tables; 0 without any. */
async function findVersion(query: Query): Promise<number> {
  const made = await query(`SELECT 1 WHERE to_regclass('schema_migrations') IS NOT NULL`);
  if (made.length === 0) return 0;
  const applied = await query<{ version: number }>('SELECT version FROM schema_migrations');
  return Math.max(0, ...applied.map(({ version }) => version));
}
