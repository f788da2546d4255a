import type { Logger } from 'pino';

/** How often the clock is compared, in milliseconds. */
const everyMs = 10_000;

/** A change this large, in milliseconds, is not a normal adjustment: the clock was wrong. */
const jumpMs = 60_000;

/**
 * Logs a warning when the system's clock is set. Data stored while it was ahead, for example the
 * month of an allowance, stays until the account is repaired.
 */
export function watchClock(log: Logger): void {
  const offset = () => Date.now() - performance.now();
  let before = offset();
  setInterval(() => {
    const now = offset();
    const seconds = Math.round((now - before) / 1_000);
    if (Math.abs(now - before) >= jumpMs) {
      log.warn(
        { seconds },
        'the clock was set: if it was ahead before, run "altscribe account repair" for accounts that were used then',
      );
    }
    before = now;
  }, everyMs).unref();
}
