import type { UsageLog } from '../interfaces/usage-log.ts';
import type { Database } from './database.ts';
/** The columns of a `DailyUsage`. */
export declare const usageColumns = "user_id, day, calls, failures, fallbacks, cached, credits";
/** The part of the store that keeps usage by user and day. */
export declare function usageMethods(database: Database): UsageLog;
/**
 * Removes days that no list shows any more, at most `limit` of them, and returns how many. Those
 * that others are changing, for example by removing an account, are left to them.
 */
export declare function removeOldUsage(database: Database, limit: number): Promise<number>;
