import { createHash } from 'node:crypto';
import type { Logger } from 'pino';
import type { Counted } from '../accounts/usage.ts';
import type { ModelRequest } from '../providers/provider.ts';
import type { ResponseCache } from '../storage/interfaces/response-cache.ts';
import { within } from '../concurrency/time-out.ts';
import type { Call } from './operation.ts';

export interface CacheDeps {
  readonly responseCache: ResponseCache;
  /** How long an answer is kept, in seconds; 0 for not at all. */
  readonly cacheTtlSeconds: number;
}

/** What may be answered from the cache. */
export interface Question<T> {
  /** Throws where what was kept is no answer. */
  parse(kept: unknown): T;
  ask(): Promise<Counted<T>>;
}

/** How long a call waits for the cache, in milliseconds: asking anew takes seconds. */
const patienceMs = 1_000;

/** What two questions have in common that get the same answer: SHA-256 of all that a model gets. */
export function questionKey(
  { picture, ...prompt }: ModelRequest,
  models: readonly string[],
): string {
  return createHash('sha256')
    .update(JSON.stringify([models, prompt]))
    .update(picture)
    .digest('hex');
}

/**
 * Answers from the cache, free of charge and with its `Age` (RFC 9111), what the user has asked
 * within the cache time, unless the caller says `Cache-Control: no-cache`; else asks, and keeps the
 * answer. A fault of the cache is logged, and the call goes on without it.
 */
export async function withCache<T>(
  { responseCache, cacheTtlSeconds }: CacheDeps,
  key: string,
  { user, log, getHeader, setHeader }: Call,
  { parse, ask }: Question<T>,
): Promise<Counted<T>> {
  if (cacheTtlSeconds === 0) return ask();
  if (!isNewWanted(getHeader('Cache-Control') ?? '')) {
    const kept = await unlessFaulty(log, async () => {
      const found = await responseCache.find(user.user_id, key);
      // One that was kept when the cache time was longer may be too old.
      if (!found || found.ageSeconds >= cacheTtlSeconds) return undefined;
      return { ...found, answer: parse(JSON.parse(found.value)) };
    });
    if (kept) {
      setHeader('Age', String(kept.ageSeconds));
      return { answer: kept.answer, counts: { cached: 1 } };
    }
  }
  const asked = await ask();
  const text = JSON.stringify(asked.answer);
  await unlessFaulty(log, () => responseCache.put(user.user_id, key, text, cacheTtlSeconds));
  return asked;
}

function isNewWanted(cacheControl: string): boolean {
  return /(^|,)\s*no-cache\s*(,|$)/i.test(cacheControl);
}

async function unlessFaulty<T>(log: Logger, work: () => Promise<T>): Promise<T | undefined> {
  try {
    const deadline = () => new Error('The answer cache took too long.');
    // Nobody but the clock ends what the cache does.
    return await within(patienceMs, new AbortController().signal, work, deadline);
  } catch (error) {
    log.warn({ err: error }, 'answer cache failed');
    return undefined;
  }
}
