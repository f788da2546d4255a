const firstBackoffMs = 50;
const maxBackoffMs = 1_000;

/** Keeps many callers from dialling a server that is down, each for itself. */
export interface Backoff {
  /** Whether the next attempt is to wait. */
  isPausing(): boolean;
  failed(): void;
  succeeded(): void;
}

/** Pauses after each failure, twice as long as before up to a second, until something succeeds. */
export function createBackoff(now: () => number = Date.now): Backoff {
  let backoffMs = firstBackoffMs;
  let until = 0;
  return {
    isPausing: () => now() < until,
    failed() {
      // Failures of attempts that ran at the same time count as one.
      if (now() < until) return;
      until = now() + backoffMs;
      backoffMs = Math.min(maxBackoffMs, backoffMs * 2);
    },
    succeeded() {
      backoffMs = firstBackoffMs;
      until = 0;
    },
  };
}
