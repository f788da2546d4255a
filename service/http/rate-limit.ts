import { RateLimiterRes } from 'rate-limiter-flexible';
import { tooManyRequests } from '../errors.ts';
import type { Storage } from '../storage/storage.ts';
import type { Context } from './state.ts';

/** Counts requests by key in windows of a minute. */
export interface RateLimit {
  /**
   * Counts one request and says so in the headers of the IETF draft
   * (draft-ietf-httpapi-ratelimit-headers).
   * @throws HttpError 429 with `Retry-After` when the window is full.
   */
  consume(ctx: Context, key: string): Promise<void>;
}

const windowSeconds = 60;

/** A limit of `perMinute` requests for each key. */
export function rateLimit(
  storage: Pick<Storage, 'createRateLimiter'>,
  name: string,
  perMinute: number,
): RateLimit {
  const limiter = storage.createRateLimiter({ name, points: perMinute, duration: windowSeconds });

  function headers(result: RateLimiterRes): Record<string, string> {
    const seconds = Math.ceil(result.msBeforeNext / 1000);
    return {
      'RateLimit-Policy': `"${name}";q=${perMinute};w=${windowSeconds}`,
      RateLimit: `"${name}";r=${result.remainingPoints};t=${seconds}`,
    };
  }

  return {
    async consume(ctx, key) {
      try {
        ctx.set(headers(await limiter.consume(key)));
      } catch (result) {
        if (!(result instanceof RateLimiterRes)) throw result;
        const seconds = Math.max(1, Math.ceil(result.msBeforeNext / 1000));
        throw tooManyRequests({ ...headers(result), 'Retry-After': String(seconds) });
      }
    },
  };
}
