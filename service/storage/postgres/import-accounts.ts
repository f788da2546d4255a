import type { Logger } from 'pino';
import { sumUp, type AccountExport, type ExportSource, type Sums } from '../account-export.ts';
import type { Imbalance } from '../interfaces/credit-ledger.ts';
import { StoreError } from '../interfaces/errors.ts';
import { accountColumns } from './accounts.ts';
import { keyColumns } from './api-keys.ts';
import { changeColumns } from './change-log.ts';
import { entryColumns, imbalances } from './credit-ledger.ts';
import { siteColumns } from './client-sites.ts';
import { openDatabase, type Query } from './database.ts';
import { InDoubtError } from './errors.ts';
import { recordColumns } from './idempotency-keys.ts';
import { loginColumns } from './logins.ts';
import { migrate } from './migrate.ts';
import { callColumns, keyUsageColumns, usageColumns } from './usage-log.ts';

/** A count or sum before and after an import. */
export interface Comparison {
  readonly what: string;
  readonly folder: bigint;
  readonly database: bigint;
}

/** Counts and adds up the content of the tables. */
async function readSums(query: Query): Promise<Sums> {
  const [sums] = await query<Record<keyof Sums, string>>(`
    SELECT a.*, k.*, e.*, u.*, ku.*, s.*, c.*, i.*, l.*, ch.* FROM
      (SELECT count(*)::text AS accounts,
        coalesce(sum(credits_available), 0)::text AS credits_available FROM accounts) AS a,
      (SELECT count(*)::text AS keys, count(revoked_at)::text AS revoked_keys FROM api_keys) AS k,
      (SELECT count(*)::text AS entries,
        coalesce(sum(credits), 0)::text AS entry_credits FROM entries) AS e,
      (SELECT count(*)::text AS usage_days,
        coalesce(sum(credits), 0)::text AS usage_credits FROM daily_usage) AS u,
      (SELECT count(*)::text AS key_usage_days,
        coalesce(sum(calls), 0)::text AS key_usage_calls FROM key_usage) AS ku,
      (SELECT count(*)::text AS sites FROM sites) AS s,
      (SELECT count(*)::text AS calls,
        coalesce(sum(credits), 0)::text AS call_credits FROM calls) AS c,
      (SELECT count(answer)::text AS kept_answers FROM idempotency_keys) AS i,
      (SELECT count(*)::text AS logins,
        (count(*) FILTER (WHERE is_operator))::text AS operators FROM logins) AS l,
      (SELECT count(*)::text AS changes FROM changes) AS ch`);
  return Object.fromEntries(
    Object.entries(sums ?? {}).map(([name, text]) => [name, BigInt(text)]),
  ) as unknown as Sums;
}

function compareSums(folder: Sums, database: Sums, wrong: readonly Imbalance[]): Comparison[] {
  const names = Object.keys(folder) as (keyof Sums)[];
  const comparisons = names.map((name) => ({
    what: name.replaceAll('_', ' '),
    folder: folder[name],
    database: database[name],
  }));
  const problems = [
    ...comparisons
      .filter((one) => one.folder !== one.database)
      .map((one) => `${one.what}: ${one.folder} in the folder, ${one.database} in the database.`),
    ...wrong.map(({ user_id }) => `The entries of ${user_id} do not add up to its balance.`),
  ];
  if (problems.length === 0) return comparisons;
  throw new StoreError(`Nothing was moved, because sums differ:\n- ${problems.join('\n- ')}`);
}

const rowsAtOnce = 1_000;

/**
 * Imports accounts, logins and changes into a database that has no accounts and no logins: all of
 * them, or none. Before it commits, it counts and adds up the content of the tables, and compares
 * that to the source.
 * @throws StoreError if there already are accounts or logins, a sum differs, or the database
 *   refuses
 */
export async function importAccounts(
  url: string,
  source: ExportSource,
  log: Logger,
): Promise<Comparison[]> {
  const sums = await sumUp(source);
  const database = openDatabase(url, { log });
  try {
    await migrate(database, true);
    return await database.longTransaction(async (query) => {
      // Other processes cannot change these before the end of this transaction.
      await query('LOCK TABLE accounts, logins, changes IN SHARE ROW EXCLUSIVE MODE');
      const before = await readSums(query);
      if (before.accounts > 0n) throw new StoreError(occupied);
      if (before.logins > 0n) throw new StoreError(hasLogins);
      await insertAll(query, source);
      const after = await readSums(query);
      // The log keeps earlier changes that were made in the database.
      const imported = { ...after, changes: after.changes - before.changes };
      return compareSums(sums, imported, await query<Imbalance>(imbalances));
    });
  } catch (error) {
    throw error instanceof InDoubtError ? new StoreError(inDoubt, { cause: error }) : error;
  } finally {
    await database.close();
  }
}

const occupied =
  'The database of DATABASE_URL already contains accounts. Accounts can only be moved into one ' +
  'that has none. Nothing was changed.';

const hasLogins =
  'The database of DATABASE_URL already has operators, so those of DATA_DIR cannot be moved. Remove ' +
  'them with "altscribe operator remove", or use another database. Nothing was changed.';

const inDoubt =
  'The connection to the database broke at the very end: either everything was moved, or nothing. ' +
  'Run this again. If it then says that the database already contains accounts, everything was ' +
  'moved: start the service with DATABASE_URL, and never again with this DATA_DIR.';

async function insertAll(query: Query, source: ExportSource): Promise<void> {
  const { accounts, calls, records, logins, changes, callCounts } = source;

  /** A row that the table drops or already has shows as a difference in the sums. */
  async function insert(table: string, columns: string, rows: Rows<object>): Promise<void> {
    for await (const batch of batches(rows)) {
      await query(
        `INSERT INTO ${table} (${columns})
         SELECT ${columns} FROM json_populate_recordset(NULL::${table}, $1) ON CONFLICT DO NOTHING`,
        [JSON.stringify(batch)],
      );
    }
  }

  function* every<T>(items: (account: AccountExport) => readonly T[]): Iterable<T> {
    for (const account of accounts()) yield* items(account);
  }

  const withoutParts = ({ keys, entries, usage, key_usage, sites, ...account }: AccountExport) => [
    account,
  ];
  await insert('accounts', accountColumns, every(withoutParts));
  await insert(
    'api_keys',
    keyColumns,
    every(({ keys }) => keys),
  );
  await insert(
    'entries',
    entryColumns,
    every(({ entries }) => entries),
  );
  await insert(
    'daily_usage',
    usageColumns,
    every(({ usage }) => usage),
  );
  await insert(
    'key_usage',
    keyUsageColumns,
    every(({ key_usage }) => key_usage),
  );
  await insert(
    'sites',
    siteColumns,
    every(({ sites }) => sites),
  );
  await insert('calls', callColumns, calls());
  await insert('idempotency_keys', recordColumns, records);
  await insert('logins', `${loginColumns}, second_factor`, logins());
  await insert('changes', changeColumns, changes());
  await insert('call_counts', 'day, scope, calls', callCounts);
}

type Rows<T> = Iterable<T> | AsyncIterable<T>;

async function* batches<T>(rows: Rows<T>): AsyncIterable<T[]> {
  let batch: T[] = [];
  for await (const row of rows) {
    batch.push(row);
    if (batch.length < rowsAtOnce) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}
