import { LRUCache } from 'lru-cache';
import type { AnswerCache } from '../interfaces/response-cache.ts';
import type { Store } from '../interfaces/account-store.ts';

/** What all answers together may take, in bytes. */
const defaultMaxBytes = 64 * 1024 * 1024;

/** What an entry takes besides its texts, about, in bytes. */
const overheadBytes = 300;

interface Kept {
  readonly answer: string;
  /** On the clock that nobody sets. */
  readonly at: number;
}

/** An answer cache that can be told that an account has gone. */
export interface MemoryAnswerCache extends AnswerCache {
  forget(userId: string): void;
}

/** Keeps answers in memory; those that were not asked for longest give way to new ones. */
export function createAnswerCache(
  store: Pick<Store, 'findAccount'>,
  maxBytes = defaultMaxBytes,
): MemoryAnswerCache {
  const kept = new LRUCache<string, Kept>({
    maxSize: maxBytes,
    // A character may take two bytes.
    sizeCalculation: ({ answer }, id) => 2 * (answer.length + id.length) + overheadBytes,
  });
  const prefix = (userId: string) => `${userId} `;

  return {
    find(userId, key) {
      const found = kept.get(prefix(userId) + key);
      if (!found) return Promise.resolve(undefined);
      const ageSeconds = Math.floor((performance.now() - found.at) / 1000);
      return Promise.resolve({ answer: found.answer, ageSeconds });
    },

    async keep(userId, key, answer, ttlSeconds) {
      if (!(await store.findAccount(userId))) return;
      const entry = { answer, at: performance.now() };
      kept.set(prefix(userId) + key, entry, { ttl: ttlSeconds * 1000 });
    },

    forget(userId) {
      for (const id of [...kept.keys()]) if (id.startsWith(prefix(userId))) kept.delete(id);
    },
  };
}
