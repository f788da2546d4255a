/** How many requests a key may make in each window. */
export interface RateLimitOptions {
  /** Limits of different names count apart. */
  readonly name: string;
  /** Requests in a window. */
  readonly points: number;
  /** Length of a window, in seconds. */
  readonly duration: number;
}

/** The result of counting one request. */
export interface RateLimitCount {
  /** Whether the window was full before this request. */
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
  /**
   * Begins anew for a key. Another process that has refused it may refuse it until its window ends.
   * @throws StoreError when the storage cannot do so
   */
  forget(key: string): Promise<void>;
  /**
   * Takes one counted request back, as if it had not been made.
   * @throws StoreError when the storage cannot count
   */
  refund(key: string): Promise<void>;
}
