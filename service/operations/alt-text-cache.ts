import { hash } from 'node:crypto';
import type { Logger } from 'pino';
import { runWithTimeout } from '../concurrency/pending-tasks.ts';
import type { ModelRequest } from '../providers/provider.ts';
import type { ResponseCache } from '../storage/interfaces/storage-backend.ts';
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
   * Returns what the same user's same question has cached, and sets its `Age` (RFC 9111). Nothing where
   * the caller says `Cache-Control: no-cache`.
   */
  find(): Promise<T | undefined>;
  put(result: T): Promise<void>;
}

/** What a call asks a model, with SHA-256 of the image's bytes. */
export interface Question {
  readonly prompt: Omit<ModelRequest, 'image'>;
  readonly imageDigest: string;
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
    entryFor(question: Question, call: Call): CacheEntryOfCall<T> {
      if (cacheTtlSeconds === 0) return noEntry;
      const { user_id: userId } = call.user;
      const key = cacheKey(models, question);
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
function cacheKey(models: readonly string[], { prompt, imageDigest }: Question): string {
  return hash('sha256', JSON.stringify([models, prompt, imageDigest]));
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
