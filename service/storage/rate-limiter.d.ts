import { type RateLimiterAbstract } from 'rate-limiter-flexible';
import type { RateLimiter } from './interfaces/rate-limiter.ts';
/** How much the clocks of several machines may differ without one of them being wrong. */
export declare const clockToleranceMs = 1000;
/**
 * Makes a limiter of one from the library, which rejects where a key is over the limit.
 * @param forgetCount removes the count of a key. It is called where a window ends too late, because
 * a clock was set back since it began
 */
export declare function rateLimiter(library: RateLimiterAbstract, forgetCount: (key: string) => Promise<unknown>): RateLimiter;
