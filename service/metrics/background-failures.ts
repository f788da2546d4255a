import type { Logger } from 'pino';
import { Counter, type Registry } from 'prom-client';
import { backgroundWrites, type BackgroundWrite } from '../accounts/write-behind.ts';

/** Minimum time between two log lines on the same work, in milliseconds. */
const quietMs = 60_000;

const messages: Readonly<Record<BackgroundWrite, string>> = {
  usage: 'usage not written yet',
  calls: 'calls not written yet',
  key_usage: 'key_usage not written yet',
  key_last_use: 'last use of an API key not noted',
  session_last_seen: 'session not touched',
  reversals: 'call not reversed yet',
  maintenance: 'maintenance not done',
};

/** Failures of work that no call waits for. */
export interface BackgroundFailures {
  /**
   * Counts a failure. The first one is logged immediately, later ones once a minute: work that is
   * retried every second would flood the log during an outage.
   */
  failed(what: BackgroundWrite, error: unknown, details?: object): void;
}

/** Counts failed background writes in a Prometheus registry, and logs them. */
export function createBackgroundFailures(registry: Registry, log: Logger): BackgroundFailures {
  const failures = new Counter({
    name: 'altscribe_background_write_failures_total',
    help: 'Writes beside the calls that failed, and are tried again, by what was to be written.',
    labelNames: ['what'],
    registers: [registry],
  });
  // Starts at 0, so an alert sees the first failure as an increase.
  for (const what of backgroundWrites) failures.inc({ what }, 0);
  const quiet = new Map<BackgroundWrite, { readonly until: number; failures: number }>();
  return {
    failed(what, error, details = {}) {
      failures.inc({ what });
      const now = performance.now();
      const last = quiet.get(what);
      if (last && now < last.until) {
        last.failures += 1;
        return;
      }
      const count = 1 + (last?.failures ?? 0);
      log.warn({ ...details, err: error, failures: count }, messages[what]);
      quiet.set(what, { until: now + quietMs, failures: 0 });
    },
  };
}
