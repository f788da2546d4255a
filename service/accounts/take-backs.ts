import { setTimeout as sleep } from 'node:timers/promises';
import pLimit from 'p-limit';
import type { Logger } from 'pino';
import { createPendingTasks } from '../concurrency/pending-tasks.ts';
import { runWithTimeout } from '../concurrency/time-out.ts';
import type { CreditLedger, Reservation } from '../storage/interfaces/credit-ledger.ts';

/**
 * Calls that failed while they were being settled, so that nobody knows whether they are charged.
 * They are taken back, as soon as the store can.
 */
export interface TakeBacks {
  /** Resolves when the call is taken back, or when the service stops before that. */
  add(call: Pick<Reservation, 'id' | 'user_id'>): Promise<void>;
  /** Waits some seconds for those that are left, and tries no more. */
  close(): Promise<void>;
}

export interface TakeBackTimes {
  /** Pause between two attempts, in milliseconds. */
  readonly pauseMs: number;
  /** How long `close` waits, in milliseconds. */
  readonly closeMs: number;
}

/** So many at once, so that a store that is back has time for others, too. */
const atOnce = 4;

/** They are in memory: those that a crash cuts off stay as they are. */
export function createTakeBacks(
  store: Pick<CreditLedger, 'takeBack'>,
  log: Logger,
  { pauseMs, closeMs }: TakeBackTimes = { pauseMs: 1_000, closeMs: 10_000 },
): TakeBacks {
  const limit = pLimit(atOnce);
  const tasks = createPendingTasks();
  const left = new Set<string>();
  const stopping = new AbortController();

  async function takeBack(call: Pick<Reservation, 'id' | 'user_id'>): Promise<void> {
    const at = new Date().toISOString();
    left.add(call.id);
    for (let attempt = 1; !stopping.signal.aborted; attempt++) {
      try {
        await limit(() => store.takeBack(call, at));
        left.delete(call.id);
        if (attempt > 1) log.info({ reservation: call.id, attempt }, 'call taken back');
        return;
      } catch (error) {
        if (attempt === 1) {
          log.warn({ err: error, reservation: call.id }, 'call not taken back yet');
        }
      }
      await sleep(pauseMs, undefined, { signal: stopping.signal }).catch(() => undefined);
    }
  }

  return {
    add(call) {
      const done = takeBack(call);
      tasks.add(done);
      return done;
    },

    async close() {
      await runWithTimeout(() => tasks.settled(), { ms: closeMs, onStop: () => undefined });
      stopping.abort();
      if (left.size > 0) log.error({ reservations: [...left] }, 'calls not taken back');
    },
  };
}
