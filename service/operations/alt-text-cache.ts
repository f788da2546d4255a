import { hash } from 'node:crypto';
import type { Logger } from 'pino';
import { runWithTimeout } from '../concurrency/pending-tasks.ts';
import type { ModelRequest } from '../providers/provider.ts';
import type { ResponseCache } from '../storage/interfaces/storage-backend.ts';
import type { Call } from './operation.ts';

export interface CacheDeps {
  readonly responseCache: ResponseCache;
  /** How long an entry is cached, in seconds; 0 turns the cache off. */
  readonly cacheTtlSeconds: number;
  /** The models that are asked: another model would give another answer. */
  readonly models: readonly string[];
}

/**
 * The cache entry of one call. Cache failures are logged, and the call continues without the cache.
 */
export interface CacheEntryOfCall<T> {
  /**
   * Returns the cached result of the same request by the same user, and sets `Age` (RFC 9111).
   * Returns nothing if the caller sends `Cache-Control: no-cache`.
   */
  find(): Promise<T | undefined>;
  put(result: T): Promise<void>;
}

/** The input for a model, with the SHA-256 of the image's bytes. */
export interface Question {
  readonly prompt: Omit<ModelRequest, 'image'>;
  readonly imageDigest: string;
  /** Whether the answer is to have a second opinion. */
  readonly isVerified: boolean;
}

/** How long a call waits for the cache, in milliseconds; asking a provider again takes seconds. */
const timeoutMs = 1_000;

/**
 * The cache of generated texts.
 * @param schema throws if an entry is not in this version's format
 */
export function createAltTextCache<T>(
  { responseCache, cacheTtlSeconds, models }: CacheDeps,
  schema: { parse(value: unknown): T },
) {
  return {
    entryFor(question: Question, call: Call): CacheEntryOfCall<T> {
      if (cacheTtlSeconds === 0) return noEntry;
      const { user_id: userId } = call.user;
      const key = cacheKey(models, question);
      return {
        find: () =>
          bestEffort(call.log, async () => {
            if (isNewWanted(call.getHeader('Cache-Control') ?? '')) return undefined;
            const entry = await responseCache.find(userId, key);
            // An entry may be too old if CACHE_TTL_SECONDS has been lowered.
            if (!entry || entry.ageSeconds >= cacheTtlSeconds) return undefined;
            const result = schema.parse(JSON.parse(entry.value));
            call.setHeader('Age', String(entry.ageSeconds));
            return result;
          }),
        put: (result) =>
          bestEffort(call.log, () =>
            responseCache.put(userId, key, JSON.stringify(schema.parse(result)), cacheTtlSeconds),
          ),
      };
    },
  };
}

const noEntry = {
  find: () => Promise.resolve(undefined),
  put: () => Promise.resolve(),
};

/** Calls with the same key would get the same answer: models, prompt and image are the same. */
function cacheKey(
  models: readonly string[],
  { prompt, imageDigest, isVerified }: Question,
): string {
  const verified = isVerified ? ['verified'] : [];
  return hash('sha256', JSON.stringify([models, prompt, imageDigest, ...verified]));
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
