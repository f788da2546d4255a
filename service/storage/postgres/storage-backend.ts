import type { Storage } from '../interfaces/storage-backend.ts';
import { answerCacheIn } from './response-cache.ts';
import { openDatabase } from './database.ts';
import { openStoreIn, type PostgresOptions } from './account-store.ts';
import { postgresRateLimiter } from './rate-limiter.ts';

/**
 * Opens the storage that any number of processes may share.
 * @throws StoreError
 */
export async function openPostgresStorage(url: string, options: PostgresOptions): Promise<Storage> {
  const database = openDatabase(url, options.log);
  const store = await openStoreIn(database, options);
  return {
    store,
    answers: answerCacheIn(database),
    createRateLimiter: (limit) => postgresRateLimiter(database, limit),
  };
}
