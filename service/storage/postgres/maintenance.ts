import type { Logger } from 'pino';
import { StoreUnreachableError } from '../interfaces/errors.ts';
import { removeOldAlerts } from './alert-log.ts';
import { removeOldCallCounts } from './call-counter.ts';
import { removeOldCacheEntries } from './response-cache.ts';
import { removeExpiredChallenges } from './challenges.ts';
import { removeOldSites } from './client-sites.ts';
import { removeOldChanges } from './change-log.ts';
import { releaseExpired } from './credit-ledger.ts';
import type { Database } from './database.ts';
import { removeExpiredKeys } from './idempotency-keys.ts';
import { removeExpiredLinks, removeOldSessions } from './logins.ts';
import { removeOldMeasurements } from './measurements.ts';
import { removeOldKeyUsage, removeOldUsage } from './usage-log.ts';
import { removeOldCounts } from './rate-limiter.ts';

/** The maximum number of rows that one statement removes, to keep it short. */
const batchRows = 10_000;

/** Recurring work. Several processes may do it at once. */
export interface Maintenance {
  /** Waits for running work, and starts no more. */
  stop(): Promise<void>;
}

interface MaintenanceOptions {
  readonly log: Logger;
  readonly everyMs: number;
  /** Called with the name of a step that failed; without this, the failure is logged. */
  readonly failed?: ((error: unknown, step: string) => void) | undefined;
}

/**
 * Releases expired reservations and removes old rows, now and every `everyMs` milliseconds. A step
 * that fails is logged and repeated the next time; the other steps and the start of the service
 * continue.
 */
export async function startMaintenance(
  database: Database,
  { log, everyMs, failed }: MaintenanceOptions,
): Promise<Maintenance> {
  await step('expired reservations released', releaseExpired);
  let running: Promise<void> | undefined = removeOld();
  const timer = setInterval(() => {
    running ??= step('expired reservations released', releaseExpired).then(removeOld);
  }, everyMs);
  timer.unref();

  async function removeOld(): Promise<void> {
    await step('expired idempotency keys removed', removeExpiredKeys);
    await step('old usage removed', removeOldUsage);
    await step('old usage of API keys removed', removeOldKeyUsage);
    await step('old counts of requests removed', removeOldCounts);
    await step('old cached answers removed', removeOldCacheEntries);
    await step('old changes removed', removeOldChanges);
    await step('old measurements removed', removeOldMeasurements);
    await step('expired links removed', removeExpiredLinks);
    await step('old sessions removed', removeOldSessions);
    await step('expired challenges removed', removeExpiredChallenges);
    await step('old alerts removed', removeOldAlerts);
    await step('old counts of calls removed', removeOldCallCounts);
    await step('old sites removed', removeOldSites);
    running = undefined;
  }

  async function step(
    name: string,
    work: (database: Database, limit: number) => Promise<number>,
  ): Promise<void> {
    try {
      const count = await work(database, batchRows);
      if (count > 0) log.info({ count }, name);
    } catch (error) {
      // The service itself logs an outage once.
      if (error instanceof StoreUnreachableError) {
        log.debug({ err: error }, `not done: ${name}`);
        return;
      }
      if (failed) failed(error, name);
      else log.warn({ err: error }, `not done: ${name}`);
    }
  }

  return {
    async stop() {
      clearInterval(timer);
      await running;
    },
  };
}
