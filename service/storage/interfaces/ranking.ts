import type { Account } from './accounts.ts';
import type { DailyUsage } from './usage-log.ts';

/**
 * The values that accounts can be ranked by: a count, highest first, or how long their credits
 * last.
 */
export const rankings = ['calls', 'credits', 'fallbacks', 'cached', 'failures', 'outlook'] as const;

export type Ranking = (typeof rankings)[number];

/** Which accounts to rank. */
export interface RankingRequest {
  readonly by: Ranking;
  /** The first day (UTC) of the counts. */
  readonly sinceDay: string;
  /** The last day (UTC) of the counts. */
  readonly untilDay: string;
  /** For `outlook`: the plan whose accounts need no credits, in lower case. */
  readonly exceptPlan: string;
  /** Only accounts of this owner. */
  readonly ownerId?: string | undefined;
  readonly limit: number;
  /** How many accounts to skip. */
  readonly offset?: number;
}

/** The credits that an account has spent in a period. */
export interface Spending {
  readonly credits: number;
  /** The first day with usage. */
  readonly first_day: string;
  /** The number of days on which it spent credits. */
  readonly spending_days: number;
}

/** An account and its usage on the requested days. */
export interface RankedAccount extends Account, Omit<DailyUsage, 'user_id' | 'day'>, Spending {}

/** Ranks accounts by their usage. */
export interface AccountRanking {
  /**
   * Accounts with usage on these days; those with equal values are sorted by `user_id`. For
   * `outlook`, the accounts come first whose credits run out first at the rate since their first
   * day; only accounts that spent credits on enough days are listed, without those on the excepted
   * plan (in upper or lower case).
   */
  rankAccounts(request: RankingRequest): Promise<RankedAccount[]>;
}
