import { LRUCache } from 'lru-cache';
import type { ResponseCache } from '../interfaces/storage-backend.ts';
import type { Accounts } from '../interfaces/accounts.ts';

/** How much memory all entries together may take, in bytes. */
const defaultMaxBytes = 64 * 1024 * 1024;

/** About how much memory an entry takes besides its texts, in bytes. */
const overheadBytes = 300;

/** Caches responses in memory. The least recently used are removed to make room for new ones. */
export function createResponseCache(accounts: Accounts, maxBytes = defaultMaxBytes) {
  const entries = new LRUCache<string, { value: string; at: number }>({
    maxSize: maxBytes,
    // A character may take two bytes.
    sizeCalculation: ({ value }, id) => 2 * (value.length + id.length) + overheadBytes,
  });
  const prefix = (userId: string) => `${userId} `;

  const cache: ResponseCache = {
    find(userId, key) {
      const found = entries.get(prefix(userId) + key);
      if (!found) return Promise.resolve(undefined);
      const ageSeconds = Math.floor((performance.now() - found.at) / 1000);
      return Promise.resolve({ value: found.value, ageSeconds });
    },

    async put(userId, key, value, ttlSeconds) {
      if (!(await accounts.findAccount(userId))) return;
      // The clock of `performance` cannot be set.
      const entry = { value, at: performance.now() };
      entries.set(prefix(userId) + key, entry, { ttl: ttlSeconds * 1000 });
    },
  };
  return {
    ...cache,
    /** Removes the entries of an account. */
    forget(userId: string): void {
      for (const id of [...entries.keys()]) if (id.startsWith(prefix(userId))) entries.delete(id);
    },
  };
}
