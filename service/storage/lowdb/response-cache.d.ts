import type { ResponseCache } from '../interfaces/response-cache.ts';
import type { Accounts } from '../interfaces/accounts.ts';
/** A response cache in memory. */
export interface MemoryResponseCache extends ResponseCache {
    /** Removes the entries of an account. */
    forget(userId: string): void;
}
/** Caches responses in memory. The least recently used are removed to make room for new ones. */
export declare function createResponseCache(accounts: Accounts, maxBytes?: number): MemoryResponseCache;
