import type { Storage } from '../storage.ts';
import { openPostgres, type PostgresOptions } from './postgres-store.ts';
import { postgresRateLimiter } from './rate-limiter.ts';

/**
 * Opens the storage that any number of processes may share.
 * @throws StoreError
 */
export async function openPostgresStorage(url: string, options: PostgresOptions): Promise<Storage> {
  const { database, store } = await openPostgres(url, options);
  return { store, createRateLimiter: (limit) => postgresRateLimiter(database, limit) };
}
