import type { AccountStore } from '../interfaces/account-store.ts';
import { type Database, type DatabaseOptions } from './database.ts';
export interface PostgresOptions extends DatabaseOptions {
    /** How often to look for reservations that have expired, in milliseconds. */
    readonly maintenanceEveryMs?: number;
    /** How long the start waits for a database that does not answer, in milliseconds: a minute. */
    readonly startTimeoutMs?: number;
}
/**
 * Opens the store in a PostgreSQL database, which any number of processes may use at once; its
 * tables are made or brought up to date first. Reservations that a crash left behind are released
 * when they expire, by whichever process sees it first: until then they may be of calls that
 * another process is working on.
 * @throws StoreError when the address is wrong, the database cannot be reached, or it refuses
 */
export declare function openPostgresAccountStore(url: string, options: PostgresOptions): Promise<AccountStore>;
/**
 * Opens the store in a database that other parts of the backend use, too. The database is closed
 * with the store, or when the store cannot be opened.
 */
export declare function openAccountStoreIn(database: Database, { log, maintenanceEveryMs, startTimeoutMs }: PostgresOptions): Promise<AccountStore>;
