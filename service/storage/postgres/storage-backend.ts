import { alertLogIn } from './alert-log.ts';
import { callCounterIn } from './call-counter.ts';
import { challengeStoreIn } from './challenges.ts';
import type { StorageBackend } from '../interfaces/storage-backend.ts';
import { responseCacheIn } from './response-cache.ts';
import { openDatabase } from './database.ts';
import { openAccountStoreIn, type PostgresOptions } from './account-store.ts';
import { measurementsIn } from './measurements.ts';
import { postgresRateLimiter } from './rate-limiter.ts';

/**
 * Opens a storage that any number of processes may share.
 * @throws StoreError
 */
export async function openPostgresBackend(
  url: string,
  options: PostgresOptions,
): Promise<StorageBackend> {
  const database = openDatabase(url, options);
  const accountStore = await openAccountStoreIn(database, options);
  return {
    accountStore,
    responseCache: responseCacheIn(database),
    measurements: measurementsIn(database),
    alertLog: alertLogIn(database),
    callCounter: callCounterIn(database),
    challengeStore: challengeStoreIn(database),
    createRateLimiter: (limit) => postgresRateLimiter(database, limit),
    connections: () => database.connections(),
  };
}
