import type { Logger } from 'pino';
import { runWithTimeout } from '../concurrency/time-out.ts';

/** How long a call that has failed waits for what it gives back, in milliseconds. */
const timeoutMs = 1_000;

/** How long after its deadline a call may still be settled, in milliseconds. */
const graceMs = 60_000;

/**
 * From when on nobody can be waiting for a call any more, in ISO 8601.
 * @param deadline of the call, in milliseconds since the epoch
 */
export function expiryOf(deadline: number): string {
  return new Date(deadline + graceMs).toISOString();
}

/**
 * Waits a second at most for what a failed call gives back, and never throws: the caller is to see
 * why the call failed. What takes longer goes on by itself; a failure of it is logged.
 */
export async function cleanUp(
  work: Promise<void>,
  log: Logger,
  [fields, message]: [fields: object, message: string],
): Promise<void> {
  const done = work.catch((error: unknown) => log.error({ err: error, ...fields }, message));
  await runWithTimeout(() => done, { ms: timeoutMs, onStop: () => undefined });
}
