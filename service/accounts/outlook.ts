import type { Spending } from '../storage/interfaces/ranking.ts';
import { outlookOf } from '../storage/usage-days.ts';
import type { Account } from '../storage/interfaces/accounts.ts';
import { isUnlimited } from './accounts.ts';

const dayMs = 86_400_000;

/** The days over which the rate is measured, including today. */
export const rateDays = 30;

/** The first day over which the rate is measured. */
export function firstRateDay(today: string): string {
  return new Date(Date.parse(today) - (rateDays - 1) * dayMs).toISOString().slice(0, 10);
}

/**
 * How many whole days an account's credits last at the rate since its first day of usage. Nothing
 * if it needs none, or has spent some on too few days.
 * @param spent the credits spent since `first_day`
 * @param today the current day, `2026-11-20`
 */
export function daysLeft(
  account: Pick<Account, 'plan_type' | 'credits_available'>,
  spent: Spending,
  today: string,
): number | undefined {
  const days = outlookOf(account.credits_available, spent, today);
  return isUnlimited(account) || days === Infinity ? undefined : Math.floor(days);
}
