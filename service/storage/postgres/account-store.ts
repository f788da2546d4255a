import type { Logger } from 'pino';
import type { Store } from '../interfaces/account-store.ts';
import { accountMethods } from './accounts.ts';
import { creditMethods } from './credits.ts';
import { openDatabase, type Database } from './database.ts';
import { idempotencyMethods } from './idempotency.ts';
import { keyMethods } from './keys.ts';
import { migrate } from './migrate.ts';
import { startUpkeep } from './maintenance.ts';
import { usageMethods } from './usage.ts';

export interface PostgresOptions {
  readonly log: Logger;
  /** How often to look for reservations that have expired, in milliseconds. */
  readonly upkeepEveryMs?: number;
}

/**
 * Opens the store in a PostgreSQL database, which any number of processes may use at once; its
 * tables are made or brought up to date first. Reservations that a crash left behind are released
 * when they expire, by whichever process sees it first: until then they may be another's calls.
 * @throws StoreError when the address is wrong, the database cannot be reached, or it refuses
 */
export function openPostgresStore(url: string, options: PostgresOptions): Promise<Store> {
  return openStoreIn(openDatabase(url, options.log), options);
}

/** The same in a database that others use, too. It is closed with the store, or if that fails. */
export async function openStoreIn(
  database: Database,
  { log, upkeepEveryMs = 30_000 }: PostgresOptions,
): Promise<Store> {
  try {
    await migrate(database);
    const upkeep = await startUpkeep(database, log, upkeepEveryMs);
    return {
      ...accountMethods(database),
      ...keyMethods(database),
      ...creditMethods(database),
      ...idempotencyMethods(database),
      ...usageMethods(database),
      async ping() {
        await database.query('SELECT 1 FROM accounts LIMIT 1');
      },
      async close() {
        await upkeep.stop();
        await database.close();
      },
    };
  } catch (error) {
    await database.close();
    throw error;
  }
}
