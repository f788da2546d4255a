import { RateLimiterRes, type RateLimiterAbstract } from 'rate-limiter-flexible';

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

/** Clocks of several machines differ by this much, and nobody's clock was wrong. */
export const clockToleranceMs = 1_000;

/**
 * A limiter of the library, with an answer where the library rejects.
 * @param startAnew forgets a count whose window ends too late: a clock was set back since it began
 */
export function rateLimiter(
  library: RateLimiterAbstract,
  startAnew: (key: string) => Promise<unknown>,
): RateLimiter {
  const windowMs = library.duration * 1_000;
  return {
    async consume(key) {
      let count = await consumeOnce(library, key);
      if (count.msBeforeNext > windowMs + clockToleranceMs) {
        await startAnew(key);
        count = await consumeOnce(library, key);
      }
      return { ...count, msBeforeNext: Math.min(count.msBeforeNext, windowMs) };
    },
  };
}

async function consumeOnce(library: RateLimiterAbstract, key: string): Promise<RateLimitCount> {
  const describe = (isOver: boolean, { remainingPoints, msBeforeNext }: RateLimiterRes) => ({
    isOver,
    remaining: remainingPoints,
    msBeforeNext,
  });
  try {
    return describe(false, await library.consume(key));
  } catch (result) {
    if (!(result instanceof RateLimiterRes)) throw result;
    return describe(true, result);
  }
}
