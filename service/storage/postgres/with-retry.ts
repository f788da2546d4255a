import { setTimeout as sleep } from 'node:timers/promises';
import { ConflictError, UnreachableError } from './errors.ts';

const conflictAttempts = 8;
const connectionAttempts = 5;

/** No more is tried after this long: whoever asked is waiting. */
const patienceMs = 2_000;

/** Does work again, a few times, when it was in the way of other work, or its connection broke. */
export async function withRetry<T>(
  work: () => Promise<T>,
  pause: (ms: number) => Promise<unknown> = sleep,
): Promise<T> {
  const start = performance.now();
  for (let attempt = 1; ; attempt++) {
    try {
      return await work();
    } catch (error) {
      const isLate = performance.now() - start > patienceMs;
      if (isLate || attempt >= attemptsFor(error)) throw error;
      // From half to the whole of it, so that those who met once do not meet again.
      await pause(20 * 2 ** (attempt - 1) * (0.5 + Math.random() / 2));
    }
  }
}

function attemptsFor(error: unknown): number {
  if (error instanceof ConflictError) return conflictAttempts;
  return error instanceof UnreachableError ? connectionAttempts : 1;
}
