import type { Logger } from 'pino';
import { removeOldAnswers } from './answer-cache.ts';
import { releaseExpired } from './credits.ts';
import type { Database } from './database.ts';
import { removeExpiredKeys } from './idempotency.ts';
import { removeOldCounts } from './rate-limiter.ts';
import { removeOldUsage } from './usage.ts';

/** What is to be done from time to time. Several processes may do it at once. */
export interface Upkeep {
  /** Waits for what is under way, and does no more. */
  stop(): Promise<void>;
}

/** Does it at once, and then again and again; what fails is logged and done the next time. */
export async function startUpkeep(
  database: Database,
  log: Logger,
  everyMs: number,
): Promise<Upkeep> {
  await keepUp();
  let running: Promise<void> | undefined;
  const timer = setInterval(() => {
    running ??= keepUp()
      .catch((error: unknown) => log.warn({ err: error }, 'upkeep of the database failed'))
      .finally(() => (running = undefined));
  }, everyMs);
  timer.unref();

  async function keepUp(): Promise<void> {
    const released = await releaseExpired(database);
    if (released > 0) log.info({ released }, 'expired reservations released');
    await removeExpiredKeys(database);
    await removeOldUsage(database);
    await removeOldCounts(database);
    // Nothing depends on it, least of all the start.
    await removeOldAnswers(database).catch((error: unknown) => {
      log.warn({ err: error }, 'old answers not removed');
    });
  }

  return {
    async stop() {
      clearInterval(timer);
      await running;
    },
  };
}
