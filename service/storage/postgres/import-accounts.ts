import type { Logger } from 'pino';
import type { Imbalance } from '../interfaces/credit-ledger.ts';
import { StoreError } from '../interfaces/errors.ts';
import { sumUp, type AccountExport, type ExportSource } from '../account-export.ts';
import { accountColumns } from './accounts.ts';
import { compareSums, readSums, type Comparison } from './compare-sums.ts';
import { openDatabase } from './database.ts';
import { InDoubtError } from './errors.ts';
import { callColumns } from './call-log.ts';
import { changeColumns } from './change-log.ts';
import { recordColumns } from './idempotency-keys.ts';
import { keyColumns } from './api-keys.ts';
import { keyUsageColumns } from './key-usage.ts';
import { entryColumns, imbalances } from './ledger-sql.ts';
import { loginColumns } from './logins.ts';
import { migrate } from './migrate.ts';
import type { Query } from './transaction.ts';
import { usageColumns } from './usage-log.ts';

const rowsAtOnce = 1_000;

/**
 * Imports accounts, logins and changes into a database that has no accounts and no logins: all of
 * them, or none. Before it commits, it counts and adds up what the tables hold, and compares that with
 * the source.
 * @throws StoreError when there are accounts or logins already, a sum differs, or the database refuses
 */
export async function importAccounts(
  url: string,
  source: ExportSource,
  log: Logger,
): Promise<Comparison[]> {
  const sums = await sumUp(source);
  const database = openDatabase(url, { log });
  try {
    await migrate(database);
    return await database.longTransaction(async (query) => {
      // Other processes cannot change these before the end of this transaction.
      await query('LOCK TABLE accounts, logins, changes IN SHARE ROW EXCLUSIVE MODE');
      const before = await readSums(query);
      if (before.accounts > 0n) throw new StoreError(occupied);
      if (before.logins > 0n) throw new StoreError(hasLogins);
      await insertAll(query, source);
      const after = await readSums(query);
      // What was done in the database before stays in its log.
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
  'The database of DATABASE_URL holds accounts already; accounts are moved only into one that ' +
  'has none. Nothing was changed.';

const hasLogins =
  'The database of DATABASE_URL has operators already, and those of DATA_DIR are to be moved. Remove ' +
  'them with "altscribe operator remove", or take another database. Nothing was changed.';

const inDoubt =
  'The connection to the database broke at the very end: either all was moved, or nothing. Run ' +
  'this again. If it then says that the database holds accounts already, all was moved: start the ' +
  'service with DATABASE_URL, and nothing on this DATA_DIR again.';

async function insertAll(query: Query, source: ExportSource): Promise<void> {
  const { accounts, calls, records, logins, changes } = source;

  /** A row that the table drops, or has already, shows as a difference of the sums. */
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

  const withoutParts = ({ keys, entries, usage, key_usage, ...account }: AccountExport) => [
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
  await insert('calls', callColumns, calls());
  await insert('idempotency_keys', recordColumns, records);
  await insert('logins', loginColumns, logins());
  await insert('changes', changeColumns, changes());
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
