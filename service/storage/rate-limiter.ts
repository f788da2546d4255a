import { RateLimiterRes, type RateLimiterAbstract } from 'rate-limiter-flexible';
import type { RateLimitCount, RateLimiter } from './interfaces/storage-backend.ts';

/** How much the clocks of several machines may differ without one of them being wrong. */
export const clockToleranceMs = 1_000;

/**
 * Makes a limiter from one of the library, which rejects if a key is over the limit.
 * @param forgetWrongCount removes the count of a key whose window ends too late because a clock was
 *   set back since it began
 * @param unblock makes the storage count a key again that is refused from memory
 */
export function rateLimiter(
  library: RateLimiterAbstract,
  forgetWrongCount: (key: string) => Promise<unknown>,
  unblock: () => void = () => undefined,
): RateLimiter {
  const windowMs = library.duration * 1_000;
  return {
    async consume(key) {
      let count = await consumeOnce(library, key);
      if (count.msBeforeNext > windowMs + clockToleranceMs) {
        await forgetWrongCount(key);
        count = await consumeOnce(library, key);
      }
      return { ...count, msBeforeNext: Math.min(count.msBeforeNext, windowMs) };
    },
    async forget(key) {
      await library.delete(key);
    },
    async refund(key) {
      await library.reward(key);
      unblock();
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
