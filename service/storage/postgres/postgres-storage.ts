import { RateLimiterMemory } from 'rate-limiter-flexible';
import type { Storage } from '../storage.ts';
import { openPostgresStore, type PostgresOptions } from './postgres-store.ts';

/**
 * Opens the storage that any number of processes may share.
 * @throws StoreError
 */
export async function openPostgresStorage(url: string, options: PostgresOptions): Promise<Storage> {
  const store = await openPostgresStore(url, options);
  return {
    store,
    createRateLimiter: ({ name, ...limit }) => new RateLimiterMemory({ keyPrefix: name, ...limit }),
  };
}
