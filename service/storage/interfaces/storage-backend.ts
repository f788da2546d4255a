import type { AnswerCache } from './response-cache.ts';
import type { RateLimiter, RateLimitOptions } from '../rate-limiter.ts';
import type { Store } from './account-store.ts';

/** All that the service keeps, in one kind of storage. Closing the store closes the whole. */
export interface Storage {
  readonly store: Store;
  readonly answers: AnswerCache;
  /** A limit that all processes which share the storage count together. */
  createRateLimiter(options: RateLimitOptions): RateLimiter;
}
