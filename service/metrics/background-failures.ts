import type { Logger } from 'pino';
import { Counter, type Registry } from 'prom-client';
import { backgroundWrites, type BackgroundWrite } from '../accounts/write-behind.ts';

/** How long the same work may fail until the log says so again, in milliseconds. */
const quietMs = 60_000;

/** Writes that no call waits for, and that have failed. */
export interface BackgroundFailures {
  /**
   * Counts a failure. The log tells of the first one at once, and of those that follow once a minute:
   * what is tried again every second would drown what else there is to say of an outage.
   */
  failed(what: BackgroundWrite, error: unknown): void;
}

/** Counts failed background writes in a Prometheus registry, and logs them. */
export function createBackgroundFailures(registry: Registry, log: Logger): BackgroundFailures {
  const failures = new Counter({
    name: 'altscribe_background_write_failures_total',
    help: 'Writes beside the calls that failed, and are tried again, by what was to be written.',
    labelNames: ['what'],
    registers: [registry],
  });
  // From the start, so that an alert sees the first failure as an increase.
  for (const what of backgroundWrites) failures.inc({ what }, 0);
  const quiet = new Map<BackgroundWrite, { readonly until: number; failures: number }>();
  return {
    failed(what, error) {
      failures.inc({ what });
      const now = performance.now();
      const last = quiet.get(what);
      if (last && now < last.until) {
        last.failures += 1;
        return;
      }
      log.warn({ err: error, failures: 1 + (last?.failures ?? 0) }, `${what} not written yet`);
      quiet.set(what, { until: now + quietMs, failures: 0 });
    },
  };
}
