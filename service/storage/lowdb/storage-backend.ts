import { RateLimiterMemory } from 'rate-limiter-flexible';
import type { StorageBackend } from '../interfaces/storage-backend.ts';
import { rateLimiter } from '../rate-limiter.ts';
import { openLowdbAccountStore } from './account-store.ts';
import { createResponseCache } from './response-cache.ts';

/**
 * Opens the storage of a service that is one process. Accounts are in files; the response cache and
 * the counts of requests are in memory, and a restart loses them.
 * @throws StoreError
 */
export async function openLowdbBackend(dataDir: string): Promise<StorageBackend> {
  const accountStore = await openLowdbAccountStore(dataDir);
  const responseCache = createResponseCache(accountStore);
  return {
    accountStore: {
      ...accountStore,
      async removeAccount(userId) {
        const isRemoved = await accountStore.removeAccount(userId);
        responseCache.forget(userId);
        return isRemoved;
      },
    },
    responseCache,
    createRateLimiter({ name, ...limit }) {
      const library = new RateLimiterMemory({ keyPrefix: name, ...limit });
      return rateLimiter(library, (key) => library.delete(key));
    },
  };
}
