import ipaddr from 'ipaddr.js';
import { storeUnreachable, tooManyRequests } from '../operations/errors.ts';
import type { RateLimitCount, StorageBackend } from '../storage/interfaces/storage-backend.ts';
import { StoreUnreachableError } from '../storage/interfaces/errors.ts';
import { inSpan } from '../metrics/tracing.ts';
import type { Context, Middleware } from './state.ts';

/** Counts requests per key in windows of a minute. */
export interface RateLimit {
  /**
   * Counts one request and sets the headers of the IETF draft
   * (draft-ietf-httpapi-ratelimit-headers).
   * @throws HttpError 429 with `Retry-After` if the window is full; 500 if the storage cannot
   *   count, because letting everything through would reward an attacker who brings the storage
   *   down
   */
  consume(ctx: Context, key: string): Promise<void>;
}

const windowSeconds = 60;

/** The reason for refusing, by the name of the limit. */
const reasons = {
  user: 'too_many_requests',
  'failed-authentication': 'too_many_failed_authentications',
} as const;

/** Makes a limit of `perMinute` requests per key. */
export function createRateLimit(
  backend: Pick<StorageBackend, 'createRateLimiter'>,
  name: keyof typeof reasons,
  perMinute: number,
): RateLimit {
  const reason = reasons[name];
  const policy = `"${name}";q=${perMinute};w=${windowSeconds}`;
  const limiter = backend.createRateLimiter({ name, points: perMinute, duration: windowSeconds });

  async function count(ctx: Context, key: string): Promise<RateLimitCount> {
    try {
      return await limiter.consume(key);
    } catch (error) {
      // An outage is logged once, not on each call.
      if (!(error instanceof StoreUnreachableError)) {
        ctx.state.log.error({ err: error }, 'requests cannot be counted');
      }
      throw storeUnreachable('Requests cannot be counted at the moment.');
    }
  }

  return {
    async consume(ctx, key) {
      const { isOver, remaining, msBeforeNext } = await count(ctx, key);
      const seconds = Math.ceil(msBeforeNext / 1000);
      const headers = {
        'RateLimit-Policy': policy,
        RateLimit: `"${name}";r=${remaining};t=${seconds}`,
      };
      if (isOver) {
        const retryAfter = { 'Retry-After': String(Math.max(1, seconds)) };
        throw tooManyRequests({ ...headers, ...retryAfter }, reason);
      }
      ctx.set(headers);
    },
  };
}

/** Lets a request through if its user is within the limit. */
export function limitUsers(limit: RateLimit): Middleware {
  return async (ctx, next) => {
    await inSpan('rate limit', () => limit.consume(ctx, ctx.state.user.user_id));
    await next();
  };
}

/**
 * An IPv4 address, or the /64 network of an IPv6 address, which usually belongs to one customer.
 */
export function networkOf(address: string): string {
  if (!ipaddr.isValid(address)) return address;
  const parsed = ipaddr.process(address);
  if (parsed instanceof ipaddr.IPv4) return parsed.toString();
  return parsed.parts
    .slice(0, 4)
    .map((part) => part.toString(16))
    .join(':');
}
