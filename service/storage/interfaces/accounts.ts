import type { ApiKey } from './api-keys.ts';

/** A user account. `owner_id` is the account's own `user_id` where it belongs to nobody else. */
export interface Account {
  readonly user_id: string;
  readonly owner_id: string;
  readonly plan_type: string;
  /** Credits left, never below zero; credits reserved for calls under way are already taken off. */
  readonly credits_available: number;
  /** What the first call of a month (UTC) tops the credits up to; null for a plan without. */
  readonly monthly_allowance: number | null;
}

/** Keeps user accounts. */
export interface Accounts {
  /**
   * Adds an account, with the first key of a new owner. Its first credits are a top-up.
   * @throws AccountExistsError; StoreError when it is to be owned by an account that does not exist
   */
  createAccount(account: Account, at: string, key?: ApiKey): Promise<void>;
  findAccount(userId: string): Promise<Account | undefined>;
  /** All accounts, or those of one owner (itself among them), sorted by `user_id`. */
  listAccounts(ownerId?: string): Promise<Account[]>;
  countAccounts(): Promise<number>;
  /** Returns the account after it, or nothing where there is none. The balance stays as it is. */
  changePlan(
    userId: string,
    plan: Pick<Account, 'plan_type' | 'monthly_allowance'>,
  ): Promise<Account | undefined>;
  /**
   * Removes an account with its keys, entries and usage.
   * @returns whether there was one
   * @throws AccountOwnsOthersError
   */
  removeAccount(userId: string): Promise<boolean>;
}
