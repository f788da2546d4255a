/** How many calls (as `CallRecord`s) used one API key on one day (UTC, `2026-11-20`). */
export interface KeyUsage {
  readonly owner_id: string;
  readonly key_id: string;
  readonly day: string;
  readonly calls: number;
}

/** For how many days the usage of a key is kept. */
export const keyUsageDays = 30;

/** Stores the usage of API keys by day. */
export interface KeyUsageLog {
  /** Adds to the count of a key on a day. Counts are removed after 30 days. */
  addKeyUsage(usage: KeyUsage): Promise<void>;
  /** Usage of all keys of an owner, newest day first. */
  listKeyUsage(ownerId: string): Promise<KeyUsage[]>;
}

/** An API key of an owner. The key itself is not stored. Times are ISO 8601, in UTC. */
export interface ApiKey {
  readonly id: string;
  readonly owner_id: string;
  readonly name: string;
  /** SHA-256 of the key, in hexadecimal. */
  readonly hash: string;
  /** The last four characters, by which its owner recognises it. */
  readonly last4: string;
  readonly created_at: string;
  readonly last_used_at: string | null;
  readonly revoked_at: string | null;
  /** The key works before this time; null for one that does not expire. */
  readonly expires_at: string | null;
  /** The only user that it works for; null for all users of its owner. */
  readonly user_id: string | null;
}

/** An API key, and whether its owner is suspended. */
export interface FoundKey extends ApiKey {
  /** The `suspended_at` of its owner. */
  readonly owner_suspended_at: string | null;
  /** The `daily_calls_max` of its owner. */
  readonly owner_daily_calls_max: number | null;
}

/** Stores the API keys of owners. */
export interface ApiKeys {
  createKey(key: ApiKey): Promise<void>;
  findKey(hash: string): Promise<FoundKey | undefined>;
  /** All keys, or those of one owner, including revoked and expired ones, oldest first. */
  listKeys(ownerId?: string): Promise<ApiKey[]>;
  /**
   * Revokes a key, unless it is already revoked.
   * @param ownerId if given, another owner's key counts as not existing
   * @returns the changed key; undefined if it doesn't exist
   */
  revokeKey(id: string, at: string, ownerId?: string): Promise<ApiKey | undefined>;
  /**
   * Adds a key and lets the one that it replaces expire at a time, or sooner if it would expire
   * anyway, in one atomic change.
   * @param id the key to be replaced, which has the same owner
   * @param key the new key; the time of the change is when it was created
   * @param oldWorksUntil the time of the change, if the old key stops working immediately
   * @returns the changed old key; undefined if the owner has no such key, or it no longer works:
   *   nothing was changed then
   */
  rotateKey(id: string, key: ApiKey, oldWorksUntil: string): Promise<ApiKey | undefined>;
  /** Records when a key was last used. */
  touchKey(hash: string, at: string): Promise<void>;
}
