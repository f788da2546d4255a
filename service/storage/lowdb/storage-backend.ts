import type { Storage } from '../interfaces/storage-backend.ts';
import { createAnswerCache } from './response-cache.ts';
import { openLowdbStore } from './account-store.ts';
import { memoryRateLimiter } from './rate-limiter.ts';

/**
 * Opens the storage of a service that is one process: accounts in files, and in memory what need
 * not outlive it.
 * @throws StoreError
 */
export async function openLowdbStorage(dataDir: string): Promise<Storage> {
  const store = await openLowdbStore(dataDir);
  const answers = createAnswerCache(store);
  return {
    store: {
      ...store,
      async removeAccount(userId) {
        const isRemoved = await store.removeAccount(userId);
        answers.forget(userId);
        return isRemoved;
      },
    },
    answers,
    createRateLimiter: memoryRateLimiter,
  };
}
