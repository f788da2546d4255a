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

/** An API key of an owner. The key itself is not kept. Times are ISO 8601, in UTC. */
export interface ApiKey {
  readonly id: string;
  readonly owner_id: string;
  readonly name: string;
  /** SHA-256 of the key, in hexadecimal. */
  readonly hash: string;
  /** Last four characters, to recognise it by. */
  readonly last4: string;
  readonly created_at: string;
  readonly last_used_at: string | null;
  readonly revoked_at: string | null;
}

/** Why a balance changed: a call, credits added, the allowance of a plan, or a mistake put right. */
export const entryReasons = ['call', 'top-up', 'plan', 'correction'] as const;

export type EntryReason = (typeof entryReasons)[number];

/** One change of a balance. The credits of all entries of an account add up to its balance. */
export interface LedgerEntry {
  /** Unique; of a call, the id of its reservation. */
  readonly id: string;
  readonly user_id: string;
  /** Added or, below zero, spent. */
  readonly credits: number;
  readonly reason: EntryReason;
  /** The request that it was for, where there was one. */
  readonly request_id: string | null;
  readonly at: string;
}

/** Credits set aside for one call, until it is settled or released. */
export interface Reservation {
  /** Chosen by the caller, unique for each call. */
  readonly id: string;
  readonly user_id: string;
  /** Whole number, at least 1. */
  readonly credits: number;
  readonly request_id: string;
  readonly at: string;
  /** From when on nobody can be waiting for the call any more. */
  readonly expires_at: string;
}

/** What a call says of itself to have an idempotency key. */
export interface IdempotencyClaim {
  /** Keys of different owners have nothing to do with each other. */
  readonly owner_id: string;
  /** SHA-256 of the key, in hexadecimal. */
  readonly key: string;
  /** SHA-256 of the request, in hexadecimal: a key is for one request. */
  readonly fingerprint: string;
  readonly user_id: string;
  /** Unique for each call; the id of its reservation. */
  readonly call_id: string;
  /** From when on nobody can be waiting for the call any more; the reservation's. */
  readonly expires_at: string;
}

/** An idempotency key that a call has. */
export interface TakenKey {
  readonly fingerprint: string;
  /** What that call answered; null while it is running. */
  readonly answer: string | null;
}

/** The answer of a call that has an idempotency key. */
export interface AnsweredClaim {
  readonly claim: IdempotencyClaim;
  readonly answer: string;
}

/** What a user did on one day (UTC, `2026-11-20`). */
export interface DailyUsage {
  readonly user_id: string;
  readonly day: string;
  readonly calls: number;
  readonly failures: number;
  readonly fallbacks: number;
  readonly cached: number;
  readonly credits: number;
}

/** A balance that its entries do not add up to. */
export interface Imbalance {
  readonly user_id: string;
  /** Credits available and reserved, together. */
  readonly balance: number;
  readonly entries: number;
}

/** The account that was to be created is there already. */
export class AccountExistsError extends Error {
  override readonly name = 'AccountExistsError';
}

/** The account that was to be removed owns others. */
export class AccountOwnsOthersError extends Error {
  override readonly name = 'AccountOwnsOthersError';
}

/** The store cannot be opened, read or written. The message says what to do; it may name a file. */
export class StoreError extends Error {
  override readonly name: string = 'StoreError';
}

/** Another process uses the store. */
export class StoreLockedError extends StoreError {
  override readonly name = 'StoreLockedError';
}

/**
 * Keeps accounts, API keys, credits and usage. Every method is atomic, and what it changes is
 * durable before it resolves. When the store cannot do its work a method rejects with a StoreError,
 * and nothing has changed, unless the error says that it may have. Times are ISO 8601, in UTC, given by the caller.
 */
export interface Store {
  /**
   * Adds an account, with the first key of a new owner. Its first credits are a top-up.
   * @throws AccountExistsError; StoreError when another is to own it that is not there
   */
  createAccount(account: Account, at: string, key?: ApiKey): Promise<void>;
  findAccount(userId: string): Promise<Account | undefined>;
  /** All accounts, or those of one owner (itself among them), sorted by `user_id`. */
  listAccounts(ownerId?: string): Promise<Account[]>;
  countAccounts(): Promise<number>;
  /** Answers the account after it, or nothing where there is none. The balance stays as it is. */
  changePlan(
    userId: string,
    plan: Pick<Account, 'plan_type' | 'monthly_allowance'>,
  ): Promise<Account | undefined>;
  /**
   * Removes an account with its keys, entries and usage. Answers whether there was one.
   * @throws AccountOwnsOthersError
   */
  removeAccount(userId: string): Promise<boolean>;

  createKey(key: ApiKey): Promise<void>;
  findKey(hash: string): Promise<ApiKey | undefined>;
  /** All keys, or those of one owner, oldest first, revoked ones too. */
  listKeys(ownerId?: string): Promise<ApiKey[]>;
  /** Revokes a key; one that is revoked stays as it is. Answers it, or nothing where there is none. */
  revokeKey(id: string, at: string): Promise<ApiKey | undefined>;
  /** Notes when a key was last used. */
  touchKey(hash: string, at: string): Promise<void>;

  /**
   * Changes a balance by an entry, once for each id.
   * @returns the account after it; nothing where there is none, or its balance would go below zero
   */
  changeCredits(entry: LedgerEntry): Promise<Account | undefined>;
  /** Entries of an account, newest first. Old calls of one day may have been joined into one. */
  listEntries(userId: string): Promise<LedgerEntry[]>;
  /** Every account whose balance is not the sum of its entries: none, unless someone interfered. */
  listImbalances(): Promise<Imbalance[]>;

  /**
   * Takes credits off the balance and keeps them under the reservation's id; before that, on the
   * first call of a month, the plan's allowance tops the balance up. The same id again, also after
   * it was settled, changes nothing, as long as its entry has not been joined with others.
   * @returns the account after it, or nothing when the balance does not cover it.
   */
  reserve(reservation: Reservation): Promise<Account | undefined>;
  /**
   * The call succeeded: the reserved credits are spent. Where it has an idempotency key, its answer
   * is kept for 24 hours from `at`, in the same atomic change. Where the credits are not reserved any
   * more, or the key is not this call's any more, neither happens.
   * @returns whether the credits are spent, now or before; if not, the answer must not be given
   */
  settle(reservation: Reservation, at: string, answered?: AnsweredClaim): Promise<boolean>;
  /**
   * The call failed: the reserved credits go back; later, by themselves, where it rejects. What is
   * not reserved changes nothing.
   */
  release(reservation: Reservation): Promise<void>;

  /**
   * Takes an idempotency key for a call, of many at once for one of them. The call has it until it is
   * settled, dropped or expired, or its account is removed; to take it again for the same call
   * changes nothing. A claim need not outlive the only process that uses the store: its calls do not,
   * either. An answer does.
   * @returns nothing where the call has the key now; else what is known of the call that has it
   */
  claimIdempotencyKey(claim: IdempotencyClaim, at: string): Promise<TakenKey | undefined>;
  /**
   * The call succeeded and was free: its answer is kept for 24 hours from `at`. Where the key is not
   * this call's any more, nothing changes.
   */
  keepAnswer(answered: AnsweredClaim, at: string): Promise<void>;
  /** The call failed: its key is free again. One that is another call's, or answered, stays. */
  dropClaim(claim: IdempotencyClaim): Promise<void>;

  /** Adds to what a user did on a day. Days older than 400 days are forgotten. */
  addUsage(usage: DailyUsage): Promise<void>;
  /** Usage of a user, newest day first. */
  listUsage(userId: string): Promise<DailyUsage[]>;

  /** Resolves when the store can be read. */
  ping(): Promise<void>;
  /** Waits for what is being written, then lets go of the store. */
  close(): Promise<void>;
}
