import type { StorageBackend } from '../interfaces/storage-backend.ts';
import { createResponseCache } from './response-cache.ts';
import { openLowdbAccountStore } from './account-store.ts';
import { memoryRateLimiter } from './rate-limiter.ts';

/**
 * Opens the storage of a service that is one process: accounts in files, and in memory what need
 * not outlive it.
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
    createRateLimiter: memoryRateLimiter,
  };
}
