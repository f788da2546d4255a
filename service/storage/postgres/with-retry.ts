import { setTimeout as sleep } from 'node:timers/promises';
import { ConflictError, UnreachableError } from './errors.ts';

const conflictAttempts = 8;
const connectionAttempts = 5;

/** After this time there is no further attempt: a caller is waiting. */
const timeoutMs = 2_000;

/**
 * Does work, and again a few times when it conflicted with other work or its connection broke. Not
 * with cockatiel: its retry has one number of attempts for all errors, and neither an end in time
 * nor a pause of one's own.
 */
export async function withRetry<T>(
  work: () => Promise<T>,
  pause: (ms: number) => Promise<unknown> = sleep,
): Promise<T> {
  const start = performance.now();
  for (let attempt = 1; ; attempt++) {
    try {
      return await work();
    } catch (error) {
      const isLate = performance.now() - start > timeoutMs;
      if (isLate || attempt >= attemptsFor(error)) throw error;
      const backoffMs = 20 * 2 ** (attempt - 1);
      // Between half and all of it, so that those that conflicted once do not meet again.
      await pause(backoffMs * (0.5 + Math.random() / 2));
    }
  }
}

function attemptsFor(error: unknown): number {
  if (error instanceof ConflictError) return conflictAttempts;
  return error instanceof UnreachableError ? connectionAttempts : 1;
}
