import type { DailyUsage } from './interfaces/usage-log.ts';
/** How long usage is kept, in days. */
export declare const usageDays = 400;
/** Adds up the counts of both. User and day are those of the first. */
export declare function addUsageCounts(one: DailyUsage, other: DailyUsage): DailyUsage;
/**
 * Removes days that are more than 400 days before the newest. They are sorted, oldest first. A day
 * after today is from a clock that was wrong, and makes no other day old.
 */
export declare function withoutOldDays<Day extends {
    day: string;
}>(days: Day[]): Day[];
