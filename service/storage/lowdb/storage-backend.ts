import { join } from 'node:path';
import { RateLimiterMemory } from 'rate-limiter-flexible';
import type { ChallengeStore, StorageBackend } from '../interfaces/storage-backend.ts';
import { rateLimiter } from '../rate-limiter.ts';
import { openLowdbAccountStore } from './account-store.ts';
import { openMeasurements } from './measurements.ts';
import { createAlertLog } from './alert-log.ts';
import { callCountsName } from './data-dir.ts';
import { openCallCounter } from './call-counter.ts';
import { createResponseCache } from './response-cache.ts';

/** Long enough for a command to end, in milliseconds. Commands wait just as long for each other. */
const defaultWaitMs = 15_000;

/**
 * Opens the storage of a service that is one process. Accounts and measurements are in files;
 * the response cache, challenges and the counts of requests are only in memory.
 * @param waitMs how long to wait for another process that has the folder, in milliseconds
 * @param onBackup called with the path of the backup that is made before an upgrade
 * @throws StoreError
 */
export async function openLowdbBackend(
  dataDir: string,
  waitMs = defaultWaitMs,
  onBackup?: (path: string) => void,
): Promise<StorageBackend> {
  const accountStore = await openLowdbAccountStore(dataDir, { waitMs, mayUpgrade: true, onBackup });
  const responseCache = createResponseCache(accountStore);
  const measurements = await openMeasurements(dataDir);
  const callCounter = await openCallCounter(join(dataDir, callCountsName)).catch(
    async (error: unknown) => {
      await accountStore.close();
      throw error;
    },
  );
  return {
    accountStore: {
      ...accountStore,
      async removeAccount(userId) {
        try {
          return await accountStore.removeAccount(userId);
        } finally {
          responseCache.forget(userId);
        }
      },
      async close() {
        // While the folder is locked.
        await measurements.close().catch(() => undefined);
        await accountStore.close();
      },
    },
    responseCache,
    measurements,
    alertLog: createAlertLog(join(dataDir, 'alerts.json')),
    callCounter,
    challengeStore: createChallengeStore(),
    createRateLimiter({ name, ...limit }) {
      const library = new RateLimiterMemory({ keyPrefix: name, ...limit });
      return rateLimiter(library, (key) => library.delete(key));
    },
  };
}

/** Far more than the sign-ins of five minutes. If there are more, the oldest are dropped. */
const mostChallenges = 100_000;

function createChallengeStore(): ChallengeStore {
  /** When they expire, by the clock of `performance`, which cannot be set. */
  const ends = new Map<string, number>();
  return {
    add(hash, seconds) {
      ends.set(hash, performance.now() + seconds * 1_000);
      for (const oldest of ends.keys()) {
        if (ends.size <= mostChallenges) break;
        ends.delete(oldest);
      }
      return Promise.resolve();
    },
    take(hash) {
      const end = ends.get(hash) ?? 0;
      ends.delete(hash);
      return Promise.resolve(performance.now() < end);
    },
  };
}
