import type { Storage } from '../storage.ts';
import { openLowdbStore } from './lowdb-store.ts';
import { memoryRateLimiter } from './rate-limiter.ts';

/**
 * Opens the storage of a service that is one process: accounts in files, and in memory what need
 * not outlive it.
 * @throws StoreError
 */
export async function openLowdbStorage(dataDir: string): Promise<Storage> {
  return { store: await openLowdbStore(dataDir), createRateLimiter: memoryRateLimiter };
}
