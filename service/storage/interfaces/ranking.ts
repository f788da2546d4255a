import type { Account } from './accounts.ts';
import type { DailyUsage } from './usage-log.ts';

/** What accounts can be ranked by: a count, the most first, or how long their credits last. */
export const rankings = ['calls', 'credits', 'fallbacks', 'cached', 'failures', 'outlook'] as const;

export type Ranking = (typeof rankings)[number];

/** Which accounts to rank. */
export interface RankingRequest {
  readonly by: Ranking;
  /** Counts of the days (UTC) from this one… */
  readonly sinceDay: string;
  /** …to this one. */
  readonly untilDay: string;
  /** By `outlook`: the plan whose accounts need no credits, in lower case. */
  readonly exceptPlan: string;
  /** Only accounts of this owner. */
  readonly ownerId?: string | undefined;
  readonly limit: number;
  /** How many of the first to leave out. */
  readonly offset?: number;
}

/** An account and its usage since a day. */
export interface RankedAccount extends Account, Omit<DailyUsage, 'user_id' | 'day'> {
  /** Its first day with usage among them. */
  readonly first_day: string;
}

/** Ranks accounts by their usage. */
export interface AccountRanking {
  /**
   * Accounts with usage on these days; those with equal values are sorted by `user_id`. By `outlook`,
   * those come first whose credits run out first at the rate since their first day, and only accounts
   * are listed that spend credits and do not have the excepted plan, in upper or lower case.
   */
  rankAccounts(request: RankingRequest): Promise<RankedAccount[]>;
}
