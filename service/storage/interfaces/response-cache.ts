/** A cached response. */
export interface CacheEntry {
  readonly value: string;
  /** How long it has been in the cache, in whole seconds. */
  readonly ageSeconds: number;
}

/**
 * Caches responses for a while, each for one user, under a key that the caller makes. Its size is
 * bounded, so any entry may go before its time; those of an account go with it. A method rejects
 * when the cache cannot do its work.
 */
export interface ResponseCache {
  find(userId: string, key: string): Promise<CacheEntry | undefined>;
  /** Adds or replaces an entry. For a user that is not there it adds none. */
  put(userId: string, key: string, value: string, ttlSeconds: number): Promise<void>;
}
