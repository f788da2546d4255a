import { setTimeout as sleep } from 'node:timers/promises';
import { runWithTimeout } from '../concurrency/time-out.ts';
import { StoreUnreachableError } from '../storage/interfaces/errors.ts';
import { CallerGoneError } from './errors.ts';

/** Pause between attempts, in milliseconds. */
const pauseMs = 250;

/** A text that comes at the last moment is not thrown away for a moment more, in milliseconds. */
const leastMs = 1_000;

/** When settling a call is of no use any more. */
export interface SettleBounds {
  /** Aborted when the caller hangs up; nothing where the call is settled even so. */
  readonly signal: AbortSignal | undefined;
  /** Of the call, in milliseconds since the epoch. */
  readonly deadline: number;
}

/**
 * Settles a call, and tries again while the store cannot be reached: settling twice has the effect
 * of settling once. The attempt under way at the end is not waited for.
 * @returns what `settle` returns
 * @throws StoreError: it is not settled
 * @throws StoreUnreachableError, CallerGoneError: it may be settled, or be so in a moment
 */
export async function settleInTime(
  settle: () => Promise<boolean>,
  { signal, deadline }: SettleBounds,
): Promise<boolean> {
  async function attempt(getSignal: () => AbortSignal): Promise<boolean> {
    for (let isInDoubt = false; ;) {
      try {
        return await settle();
      } catch (error) {
        isInDoubt ||= error instanceof StoreUnreachableError;
        if (!isInDoubt || getSignal().aborted) throw error;
      }
      await sleep(pauseMs, undefined, { signal: getSignal() });
    }
  }

  const isSettled = await runWithTimeout(attempt, {
    ms: Math.max(leastMs, deadline - Date.now()),
    ...(signal && { signal }),
    onStop: (reason) =>
      reason === 'aborted'
        ? new CallerGoneError()
        : new StoreUnreachableError('The store did not settle a call before its deadline.'),
  });
  if (signal?.aborted) throw new CallerGoneError();
  return isSettled;
}
