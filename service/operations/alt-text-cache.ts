import { createHash } from 'node:crypto';
import type { Logger } from 'pino';
import { runWithTimeout } from '../concurrency/time-out.ts';
import type { ModelRequest } from '../providers/provider.ts';
import type { ResponseCache } from '../storage/interfaces/response-cache.ts';
import type { Call } from './operation.ts';

export interface CacheDeps {
  readonly responseCache: ResponseCache;
  /** How long an entry is kept, in seconds; 0 for not at all. */
  readonly cacheTtlSeconds: number;
  /** Names of the models that are asked: another model would answer something else. */
  readonly models: readonly string[];
}

/** The cache entry of one call. A fault of the cache is logged, and the call goes on without it. */
export interface CacheEntryOfCall<T> {
  /**
   * Returns what the same user's same call has cached, and sets its `Age` (RFC 9111). Nothing where
   * the caller says `Cache-Control: no-cache`.
   */
  find(): Promise<T | undefined>;
  put(result: T): Promise<void>;
}

/** How long a call waits for the cache, in milliseconds: asking a provider again takes seconds. */
const timeoutMs = 1_000;

/**
 * The cache of generated texts.
 * @param schema throws where an entry is not what this version caches
 */
export function createAltTextCache<T>(
  { responseCache, cacheTtlSeconds, models }: CacheDeps,
  schema: { parse(value: unknown): T },
) {
  return {
    entryFor(request: ModelRequest, call: Call): CacheEntryOfCall<T> {
      if (cacheTtlSeconds === 0) return noEntry;
      const { user_id: userId } = call.user;
      const key = cacheKey(request, models);
      return {
        find: () =>
          bestEffort(call.log, async () => {
            if (isNewWanted(call.getHeader('Cache-Control') ?? '')) return undefined;
            const entry = await responseCache.find(userId, key);
            // An entry of the time when CACHE_TTL_SECONDS was longer may be too old.
            if (!entry || entry.ageSeconds >= cacheTtlSeconds) return undefined;
            const result = schema.parse(JSON.parse(entry.value));
            call.setHeader('Age', String(entry.ageSeconds));
            return result;
          }),
        put: (result) =>
          bestEffort(call.log, () =>
            responseCache.put(userId, key, JSON.stringify(result), cacheTtlSeconds),
          ),
      };
    },
  };
}

const noEntry = {
  find: () => Promise.resolve(undefined),
  put: () => Promise.resolve(),
};

/** SHA-256 of all that a model gets: calls with the same key would get the same answer. */
function cacheKey({ picture, ...prompt }: ModelRequest, models: readonly string[]): string {
  return createHash('sha256')
    .update(JSON.stringify([models, prompt]))
    .update(picture)
    .digest('hex');
}

function isNewWanted(cacheControl: string): boolean {
  return /(^|,)\s*no-cache\s*(,|$)/i.test(cacheControl);
}

async function bestEffort<T>(log: Logger, work: () => Promise<T>): Promise<T | undefined> {
  try {
    return await runWithTimeout(work, {
      ms: timeoutMs,
      onStop: () => new Error('The response cache took too long.'),
    });
  } catch (error) {
    log.warn({ err: error }, 'response cache failed');
    return undefined;
  }
}
