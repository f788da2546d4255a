import { RateLimiterMemory } from 'rate-limiter-flexible';
import type { RateLimiter, RateLimitOptions } from '../interfaces/rate-limiter.ts';
import { rateLimiter } from '../rate-limiter.ts';

/** Counts in memory: a restart begins anew. */
export function memoryRateLimiter({ name, ...limit }: RateLimitOptions): RateLimiter {
  const library = new RateLimiterMemory({ keyPrefix: name, ...limit });
  return rateLimiter(library, (key) => library.delete(key));
}
