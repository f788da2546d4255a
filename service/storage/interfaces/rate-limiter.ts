/** How many requests a key has in each window of so many seconds. */
export interface RateLimitOptions {
  /** Keeps limits of different kinds apart. */
  readonly name: string;
  readonly points: number;
  readonly duration: number;
}

/** What counting one request came to. */
export interface RateLimitCount {
  /** Whether the window was full before it. */
  readonly isOver: boolean;
  /** Requests left in the window. */
  readonly remaining: number;
  /** Until the window ends, in milliseconds: at most its length. */
  readonly msBeforeNext: number;
}

/** Counts requests by key in fixed windows, each of which begins with a request. */
export interface RateLimiter {
  /** @throws StoreError when the storage cannot count */
  consume(key: string): Promise<RateLimitCount>;
}
