import { RateLimiterMemory } from 'rate-limiter-flexible';
import { rateLimiter, type RateLimiter, type RateLimitOptions } from '../rate-limiter.ts';

/** Counts in memory: a restart begins anew. */
export function memoryRateLimiter({ name, ...limit }: RateLimitOptions): RateLimiter {
  const library = new RateLimiterMemory({ keyPrefix: name, ...limit });
  return rateLimiter(library, (key) => library.delete(key));
}
