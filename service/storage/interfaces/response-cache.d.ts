/** A cached response. */
export interface CacheEntry {
    readonly value: string;
    /** How long it has been in the cache, in whole seconds. */
    readonly ageSeconds: number;
}
/**
 * Caches responses for a while, each for one user, under a key that the caller makes. Its size is
 * bounded, so any entry may be removed before its time. The entries of an account are removed with
 * it. A method rejects when the cache cannot do its work.
 */
export interface ResponseCache {
    find(userId: string, key: string): Promise<CacheEntry | undefined>;
    /** Adds or replaces an entry. For a user without an account it adds none. */
    put(userId: string, key: string, value: string, ttlSeconds: number): Promise<void>;
}
