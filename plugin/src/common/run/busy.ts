import type { ApiError } from '../api-error.ts';

/** Waiting while the service is busy. All requests of a screen wait until the same time. */
interface Gate {
  /** No request before this time (ms since 1970); null if the service is not busy. */
  getBusyUntil: () => number | null;
  setBusyUntil: (until: number) => unknown;
  isStopped: () => boolean;
}

/** How often a waiting request checks whether the user pressed Stop, in milliseconds. */
const stopCheckInterval = 250;

/**
 * Asks, and asks again after the wait that a busy service requests. Returns null if the user
 * pressed Stop.
 * @param ask One request. Its answer has an `error` if it failed.
 */
export async function askWhileBusy<Answer extends object>(
  ask: () => Promise<Answer>,
  { getBusyUntil, setBusyUntil, isStopped }: Gate,
): Promise<Answer | null> {
  while (!isStopped()) {
    const left = (getBusyUntil() ?? 0) - Date.now();
    if (left > 0) {
      await new Promise((done) => setTimeout(done, Math.min(left, stopCheckInterval)));
      continue;
    }
    const answer = await ask();
    const seconds = (answer as { error?: ApiError }).error?.retryAfterSeconds;
    if (seconds === undefined) {
      return answer;
    }
    if (!isStopped()) {
      // Another request may have received a later time by now.
      setBusyUntil(Math.max(getBusyUntil() ?? 0, Date.now() + seconds * 1_000));
    }
  }
  return null;
}
