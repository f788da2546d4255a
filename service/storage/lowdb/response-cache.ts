import { LRUCache } from 'lru-cache';
import type { ResponseCache } from '../interfaces/response-cache.ts';
import type { Accounts } from '../interfaces/accounts.ts';

/** What all entries together may take, in bytes. */
const defaultMaxBytes = 64 * 1024 * 1024;

/** What an entry takes besides its texts, about, in bytes. */
const overheadBytes = 300;

interface StoredEntry {
  readonly value: string;
  /** On the clock that nobody sets. */
  readonly at: number;
}

/** A response cache that can be told that an account has gone. */
export interface MemoryResponseCache extends ResponseCache {
  forget(userId: string): void;
}

/** Caches responses in memory; the least recently used give way to new ones. */
export function createResponseCache(
  accounts: Accounts,
  maxBytes = defaultMaxBytes,
): MemoryResponseCache {
  const entries = new LRUCache<string, StoredEntry>({
    maxSize: maxBytes,
    // A character may take two bytes.
    sizeCalculation: ({ value }, id) => 2 * (value.length + id.length) + overheadBytes,
  });
  const prefix = (userId: string) => `${userId} `;

  return {
    find(userId, key) {
      const found = entries.get(prefix(userId) + key);
      if (!found) return Promise.resolve(undefined);
      const ageSeconds = Math.floor((performance.now() - found.at) / 1000);
      return Promise.resolve({ value: found.value, ageSeconds });
    },

    async put(userId, key, value, ttlSeconds) {
      if (!(await accounts.findAccount(userId))) return;
      const entry = { value, at: performance.now() };
      entries.set(prefix(userId) + key, entry, { ttl: ttlSeconds * 1000 });
    },

    forget(userId) {
      for (const id of [...entries.keys()]) if (id.startsWith(prefix(userId))) entries.delete(id);
    },
  };
}
