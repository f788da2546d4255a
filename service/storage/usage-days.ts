import type { Spending } from './interfaces/ranking.ts';
import type { DailyUsage } from './interfaces/usage-log.ts';

/** How long usage is kept, in days. */
export const usageDays = 400;

/**
 * On how many days an account must have spent credits before its rate tells how long they last. A new
 * site generates the texts of its whole library on the first evening, and some more the next day.
 */
export const enoughDays = 3;

/**
 * How many days an account's credits last at the rate from its first day to `until`.
 * Infinite if it spent some on too few days.
 */
export function outlookOf(credits: number, spent: Spending, until: string): number {
  if (spent.spending_days < enoughDays) return Infinity;
  const days = (Date.parse(until) - Date.parse(spent.first_day)) / 86_400_000 + 1;
  return (credits * days) / spent.credits;
}

/** Adds up two counts. User and day are those of the first. */
export function addUsageCounts(one: DailyUsage, other: DailyUsage): DailyUsage {
  return {
    user_id: one.user_id,
    day: one.day,
    calls: one.calls + other.calls,
    failures: one.failures + other.failures,
    fallbacks: one.fallbacks + other.fallbacks,
    cached: one.cached + other.cached,
    credits: one.credits + other.credits,
  };
}

/**
 * Removes days that are more than `kept` days before the newest. They are sorted, oldest first. A
 * future day comes from a wrong clock, and doesn't make other days old.
 */
export function withoutOldDays<Day extends { day: string }>(days: Day[], kept = usageDays): Day[] {
  const today = new Date().toISOString().slice(0, 10);
  const newest = days.findLast(({ day }) => day <= today)?.day;
  if (newest === undefined) return days;
  const oldest = new Date(Date.parse(newest) - kept * 86_400_000).toISOString().slice(0, 10);
  return days.filter(({ day }) => day >= oldest);
}
