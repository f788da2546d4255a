import type { AccountStore } from '../interfaces/storage-backend.ts';
import { accountListMethods, accountMethods, repairIn } from './accounts.ts';
import { changeMethods } from './change-log.ts';
import { callMethods, keyUsageMethods, usageMethods } from './usage-log.ts';
import { siteMethods } from './client-sites.ts';
import { creditMethods } from './credit-ledger.ts';
import { openDatabase, type Database, type DatabaseOptions } from './database.ts';
import { idempotencyMethods } from './idempotency-keys.ts';
import { linkMethods, listDamagedLogins, loginMethods, sessionMethods } from './logins.ts';
import { keyMethods } from './api-keys.ts';
import { migrate } from './migrate.ts';
import { startMaintenance } from './maintenance.ts';

export interface PostgresOptions extends DatabaseOptions {
  /** How often to look for reservations that have expired, in milliseconds. */
  readonly maintenanceEveryMs?: number;
  /**
   * Called when a maintenance step fails, except in an outage; without this, the failure is logged.
   */
  readonly maintenanceFailed?: (error: unknown, step: string) => void;
  /**
   * How long the start waits for a database that does not answer, in milliseconds; a minute by
   * default.
   */
  readonly startTimeoutMs?: number;
  /** Whether tables of an older version may be changed. */
  readonly mayUpgrade?: boolean | undefined;
}

/**
 * Opens the store in a PostgreSQL database, which any number of processes may use at once; its
 * tables are made or updated first. Reservations left by a crash are released when they expire:
 * until then, they may belong to calls of another process.
 * @throws StoreError if the URL is wrong, or the database cannot be reached or refuses
 */
export function openPostgresAccountStore(
  url: string,
  options: PostgresOptions,
): Promise<AccountStore> {
  return openAccountStoreIn(openDatabase(url, options), options);
}

/**
 * Opens the store in a database that other parts of the backend also use. The database is closed
 * with the store, or if the store cannot be opened.
 */
export async function openAccountStoreIn(
  database: Database,
  {
    log,
    maintenanceEveryMs = 30_000,
    maintenanceFailed,
    startTimeoutMs,
    mayUpgrade = false,
  }: PostgresOptions,
): Promise<AccountStore> {
  try {
    const isUpgraded = await migrate(database, mayUpgrade, startTimeoutMs);
    if (isUpgraded) log.info('tables of an older version updated');
    const maintenance = await startMaintenance(database, {
      log,
      everyMs: maintenanceEveryMs,
      failed: maintenanceFailed,
    });
    return {
      ...accountMethods(database),
      ...accountListMethods(database),
      repairAccount: repairIn(database),
      ...keyMethods(database),
      ...keyUsageMethods(database),
      ...callMethods(database),
      ...siteMethods(database),
      ...creditMethods(database),
      ...idempotencyMethods(database),
      ...usageMethods(database),
      ...loginMethods(database),
      ...linkMethods(database),
      ...sessionMethods(database),
      ...changeMethods(database),
      listDamage: () => listDamagedLogins(database),
      ping: () => database.ping(),
      async close() {
        await maintenance.stop();
        await database.close();
      },
    };
  } catch (error) {
    await database.close();
    throw error;
  }
}
