const firstPauseMs = 50;
const longestPauseMs = 1_000;

/** Keeps many callers from dialling a server that is down, each for itself. */
export interface Backoff {
  /** Whether to wait with the next attempt. */
  isPausing(): boolean;
  failed(): void;
  succeeded(): void;
}

/** Pauses after each failure, twice as long as before up to a second, until something succeeds. */
export function createBackoff(now: () => number = Date.now): Backoff {
  let pauseMs = firstPauseMs;
  let until = 0;
  return {
    isPausing: () => now() < until,
    failed() {
      // Of attempts that were under way together, one counts.
      if (now() < until) return;
      until = now() + pauseMs;
      pauseMs = Math.min(longestPauseMs, pauseMs * 2);
    },
    succeeded() {
      pauseMs = firstPauseMs;
      until = 0;
    },
  };
}
