import { RateLimiterRes, type RateLimiterAbstract } from 'rate-limiter-flexible';
import type { RateLimitCount, RateLimiter } from './interfaces/rate-limiter.ts';

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
