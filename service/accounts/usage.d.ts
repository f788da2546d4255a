import type { Logger } from 'pino';
import type { DailyUsage, UsageLog } from '../storage/interfaces/usage-log.ts';
/** The result of a call, and its usage besides the call itself; what is absent is 0. */
export interface WithUsage<T> {
    readonly result: T;
    readonly usage: Partial<Pick<DailyUsage, 'fallbacks' | 'cached' | 'credits'>>;
}
/** Records the usage of users, by day (UTC). */
export interface UsageRecorder {
    /** Does the work of one call and records its usage: a failure when the work throws. */
    record<T>(userId: string, work: () => Promise<WithUsage<T>>): Promise<T>;
    /** Writes what has been recorded, and records no more. */
    close(): Promise<void>;
}
/**
 * Adds up in memory, one row for each user and day, and writes about once a second: no call waits
 * for it. What cannot be written is kept and written at a later turn; it may count twice when the
 * connection broke at the wrong moment. What a crash loses is the last second of statistics, never
 * money: balances and entries are kept elsewhere.
 */
export declare function createUsageRecorder(store: Pick<UsageLog, 'addUsage'>, log: Logger, everyMs?: number): UsageRecorder;
