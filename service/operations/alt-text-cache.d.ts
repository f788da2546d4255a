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
   * Returns what the same user's same question has cached, and sets its `Age` (RFC 9111). Nothing where
   * the caller says `Cache-Control: no-cache`.
   */
  find(): Promise<T | undefined>;
  put(result: T): Promise<void>;
}
/** What a call asks a model, with SHA-256 of the picture's bytes. */
export interface Question {
  readonly prompt: Omit<ModelRequest, 'picture'>;
  readonly pictureDigest: string;
}
/**
 * The cache of generated texts.
 * @param schema throws where an entry is not what this version caches
 */
export declare function createAltTextCache<T>(
  { responseCache, cacheTtlSeconds, models }: CacheDeps,
  schema: {
    parse(value: unknown): T;
  },
): {
  entryFor(question: Question, call: Call): CacheEntryOfCall<T>;
};
