import type { ApiKey } from './api-keys.ts';
import type { PageRequest } from './usage-log.ts';

/** A user account. `owner_id` is the account's own `user_id` if it is an owner. */
export interface Account {
  readonly user_id: string;
  readonly owner_id: string;
  readonly plan_type: string;
  /** Credits left, never below zero, without those reserved for running calls. */
  readonly credits_available: number;
  /**
   * The first call of a month (UTC) tops the credits up to this; null for a plan without an
   * allowance.
   */
  readonly monthly_allowance: number | null;
  /** The month (UTC) for which the allowance was last added: `2026-11`. */
  readonly allowance_month: string | null;
  /** The time since when this owner's API keys do not work; null if they work. */
  readonly suspended_at: string | null;
  /** How many calls this owner may make per day (UTC); null for no limit. */
  readonly daily_calls_max: number | null;
}

/** One page of a list of accounts, sorted by `user_id`, which is the id of an item. */
export interface AccountPageRequest extends PageRequest {
  /** Only accounts whose `user_id` contains this, in lower case. */
  readonly search?: string | undefined;
}

/** An owner, and how many accounts belong to it, including its own. */
export interface OwnerSummary {
  readonly account: Account;
  readonly users: number;
}

/** The repairs that were made in an account. */
export interface Repair {
  /**
   * The future month for which an allowance had been added. This month's allowance is due again.
   */
  readonly allowance_month_forgotten: string | null;
  readonly usage_days_removed: number;
  /** Reservations that would not have expired within a day. Their credits were refunded. */
  readonly reservations_released: number;
}

/** Stores user accounts. */
export interface Accounts {
  /**
   * Adds an account, with the first key of a new owner. Its initial credits are a top-up.
   * @throws AccountExistsError; StoreError if its owner does not exist
   */
  createAccount(account: Account, at: string, key?: ApiKey): Promise<void>;
  findAccount(userId: string): Promise<Account | undefined>;
  /** All accounts, or those of one owner (including itself), sorted by `user_id`. */
  listAccounts(ownerId?: string): Promise<Account[]>;
  /** Accounts that are their own owner. */
  listOwners(page: AccountPageRequest): Promise<OwnerSummary[]>;
  /** Accounts of one owner, including itself. */
  listUsers(ownerId: string, page: AccountPageRequest): Promise<Account[]>;
  countAccounts(): Promise<number>;
  /** Returns the changed account; undefined if it doesn't exist. The balance does not change. */
  changePlan(
    userId: string,
    plan: Pick<Account, 'plan_type' | 'monthly_allowance'>,
  ): Promise<Account | undefined>;
  /**
   * Suspends an owner from a time on; null ends the suspension. Meanwhile, its API keys do not
   * work, but its data is kept. Returns the changed account; undefined if it doesn't exist.
   */
  suspendAccount(userId: string, at: string | null): Promise<Account | undefined>;
  /**
   * Limits the calls of an owner per day; null removes the limit.
   * @returns the changed account; undefined if it doesn't exist
   */
  limitCalls(userId: string, max: number | null): Promise<Account | undefined>;
  /**
   * Removes data of an account that is later than `at`, so it was written with a wrong clock.
   * @returns what was removed; undefined if the account doesn't exist
   */
  repairAccount(userId: string, at: string): Promise<Repair | undefined>;
  /**
   * Removes an account with its keys, entries, usage and calls.
   * @returns whether it existed
   * @throws AccountOwnsOthersError
   */
  removeAccount(userId: string): Promise<boolean>;
}

/** The month (UTC, `2026-11`) of a time in ISO 8601, and the month after it. */
export function monthsOf(at: string): { month: string; next: string } {
  const next = new Date(at);
  next.setUTCMonth(next.getUTCMonth() + 1, 1);
  return { month: at.slice(0, 7), next: next.toISOString().slice(0, 7) };
}

/**
 * Whether the allowance for the month of `at` has not been added yet. An allowance for the next
 * month counts as well, because clocks differ. One for a later month came from a wrong clock, and
 * is ignored.
 */
export function isAllowanceDue(
  { monthly_allowance: allowance, allowance_month: given }: Account,
  at: string,
): boolean {
  if (allowance === null) return false;
  const { month, next } = monthsOf(at);
  return given === null || given < month || given > next;
}

/** The limits beyond which data of an account can only come from a wrong clock. */
interface ClockLimits {
  /** Months after this one. */
  readonly month: string;
  /** Days after this one. */
  readonly day: string;
  /** Reservations that expire after this time: no call takes a day. */
  readonly expiry: string;
}

/** @param at now, in ISO 8601 */
export function clockLimitsAt(at: string): ClockLimits {
  const expiry = new Date(Date.parse(at) + 86_400_000).toISOString();
  return { month: monthsOf(at).month, day: at.slice(0, 10), expiry };
}
