import type { Account } from './accounts.ts';

/** The month (UTC, `2026-11`) of a time in ISO 8601, and the month after it. */
export function monthsOf(at: string): { month: string; next: string } {
  const next = new Date(at);
  next.setUTCMonth(next.getUTCMonth() + 1, 1);
  return { month: at.slice(0, 7), next: next.toISOString().slice(0, 7) };
}

/**
 * Whether an account has not been given the allowance of the month of `at`. One that was given for
 * the next month counts as well, because clocks differ. One that was given for a later month came
 * from a clock that was wrong, and is ignored.
 */
export function isAllowanceDue(
  { monthly_allowance: allowance, allowance_month: given }: Account,
  at: string,
): boolean {
  if (allowance === null) return false;
  const { month, next } = monthsOf(at);
  return given === null || given < month || given > next;
}
