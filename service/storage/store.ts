/** A user account. `owner_id` is the account's own `user_id` where it belongs to nobody else. */
export interface Account {
  readonly user_id: string;
  readonly owner_id: string;
  readonly plan_type: string;
  /** Credits left, never below zero; credits reserved for calls under way are already taken off. */
  readonly credits_available: number;
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

/** Credits set aside for one call, until it is settled or released. */
export interface Reservation {
  /** Chosen by the caller, unique for each call. */
  readonly id: string;
  readonly user_id: string;
  /** Whole number, at least 1. */
  readonly credits: number;
}

/** The account that was to be created is there already. */
export class AccountExistsError extends Error {
  override readonly name = 'AccountExistsError';
}

/** The store cannot be opened, read or written. The message says what to do; it may name a file. */
export class StoreError extends Error {
  override readonly name = 'StoreError';
}

/** Another process uses the store. */
export class StoreLockedError extends StoreError {}

/**
 * Keeps accounts, API keys and credits. Every method is atomic, and what it changes is durable
 * before it resolves. When the store cannot do its work a method rejects with a StoreError, and
 * nothing has changed.
 */
export interface Store {
  /**
   * Adds an account, with the first key of a new owner.
   * @throws AccountExistsError
   */
  createAccount(account: Account, key?: ApiKey): Promise<void>;
  findAccount(userId: string): Promise<Account | undefined>;
  /** All accounts, or those of one owner, sorted by `user_id`. */
  listAccounts(ownerId?: string): Promise<Account[]>;
  /** Adds credits (a whole number above zero). Answers the account, or nothing where there is none. */
  addCredits(userId: string, credits: number): Promise<Account | undefined>;

  createKey(key: ApiKey): Promise<void>;
  findKey(hash: string): Promise<ApiKey | undefined>;
  /** All keys, or those of one owner, oldest first, revoked ones too. */
  listKeys(ownerId?: string): Promise<ApiKey[]>;
  /** Revokes a key; one that is revoked stays as it is. Answers it, or nothing where there is none. */
  revokeKey(id: string, at: string): Promise<ApiKey | undefined>;
  /** Notes when a key was last used. */
  touchKey(hash: string, at: string): Promise<void>;

  /**
   * Takes credits off the balance and keeps them under the reservation's id. The same id again
   * changes nothing.
   * @returns the account after it, or nothing when the balance does not cover it.
   */
  reserve(reservation: Reservation): Promise<Account | undefined>;
  /** The call succeeded: the reserved credits are spent. An id that is not reserved changes nothing. */
  settle(reservationId: string): Promise<void>;
  /** The call failed: the reserved credits go back. An id that is not reserved changes nothing. */
  release(reservationId: string): Promise<void>;

  /** Resolves when the store can be read. */
  ping(): Promise<void>;
  /** Waits for what is being written, then lets go of the store. */
  close(): Promise<void>;
}
