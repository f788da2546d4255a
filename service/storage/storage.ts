import type { RateLimiterAbstract } from 'rate-limiter-flexible';
import type { AnswerCache } from './answer-cache.ts';
import type { Store } from './store.ts';

/** How many requests a key has in each window of so many seconds. */
export interface RateLimitOptions {
  /** Keeps limits of different kinds apart. */
  readonly name: string;
  readonly points: number;
  readonly duration: number;
}

/** All that the service keeps, in one kind of storage. Closing the store closes the whole. */
export interface Storage {
  readonly store: Store;
  readonly answers: AnswerCache;
  /**
   * A limit that all processes which share the storage count together. Its `consume` rejects with a
   * `RateLimiterRes` when the window is full, and with an error when the storage cannot count.
   */
  createRateLimiter(options: RateLimitOptions): RateLimiterAbstract;
}
