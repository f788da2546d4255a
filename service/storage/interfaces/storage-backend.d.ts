import type { AccountStore } from './account-store.ts';
import type { RateLimiter, RateLimitOptions } from './rate-limiter.ts';
import type { ResponseCache } from './response-cache.ts';
/** All that the service stores, in one kind of storage. Closing the account store closes it all. */
export interface StorageBackend {
    readonly accountStore: AccountStore;
    readonly responseCache: ResponseCache;
    /** Makes a limiter that counts together with all processes that share the storage. */
    createRateLimiter(options: RateLimitOptions): RateLimiter;
}
