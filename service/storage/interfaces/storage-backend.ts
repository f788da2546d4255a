import type { AccountStore } from './account-store.ts';
import type { RateLimiter, RateLimitOptions } from './rate-limiter.ts';
import type { ResponseCache } from './response-cache.ts';

/** All that the service keeps, in one kind of storage. Closing the account store closes the whole. */
export interface StorageBackend {
  readonly accountStore: AccountStore;
  readonly responseCache: ResponseCache;
  /** A limit that all processes which share the storage count together. */
  createRateLimiter(options: RateLimitOptions): RateLimiter;
}
