import type { AccountStore } from './account-store.ts';
import type { RateLimiter, RateLimitOptions } from './rate-limiter.ts';
import type { ResponseCache } from './response-cache.ts';

/** Connections to a database, of one process. */
export interface ConnectionCounts {
  readonly open: number;
  /** Of those, the ones that nobody uses. */
  readonly idle: number;
  /** How many there may be. */
  readonly limit: number;
  /** Operations that wait for one. */
  readonly waiting: number;
}

/** All that the service stores, in one kind of storage. Closing the account store closes it all. */
export interface StorageBackend {
  readonly accountStore: AccountStore;
  readonly responseCache: ResponseCache;
  /** Makes a limiter that counts together with all processes that share the storage. */
  createRateLimiter(options: RateLimitOptions): RateLimiter;
  /** Absent where there are none. */
  connections?(): ConnectionCounts;
}
