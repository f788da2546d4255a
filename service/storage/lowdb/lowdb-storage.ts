import { RateLimiterMemory } from 'rate-limiter-flexible';
import type { Storage } from '../storage.ts';
import { openLowdbStore } from './lowdb-store.ts';

/**
 * Opens the storage of a service that is one process: accounts in files, and in memory what need
 * not outlive it.
 * @throws StoreError
 */
export async function openLowdbStorage(dataDir: string): Promise<Storage> {
  const store = await openLowdbStore(dataDir);
  return {
    store,
    createRateLimiter: ({ name, ...limit }) => new RateLimiterMemory({ keyPrefix: name, ...limit }),
  };
}
