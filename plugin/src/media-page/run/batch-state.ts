import type { ApiError } from '../../common/api-error.ts';
import {
  workOnBatch,
  type Batch,
  type BatchItem,
  type BatchState as Lifecycle,
} from '../../common/batches-api.ts';
import { addReading, estimateTimeLeft, type Reading } from './time-left.ts';

/** What one request worked on. */
interface Work {
  batch: Batch;
  items: BatchItem[];
}

export interface Worker {
  /** The era in which the next request is sent. */
  era: () => number;
  onWork: (work: Work, era: number) => void;
  onError: (error: ApiError) => void;
}

/** Seconds after which is asked again while others work on all that may be worked on. */
const idleSeconds = 3;
const errorSeconds = 10;

/** Works on a batch, one image after the other, until the signal. */
export async function work(batchId: number, worker: Worker, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    const era = worker.era();
    const result = await workOnBatch(batchId);
    if (result.ok) {
      worker.onWork(result.value, era);
      await wait(secondsToWait(result.value), signal);
    } else {
      worker.onError(result.error);
      await wait(errorSeconds, signal);
    }
  }
}

function secondsToWait({ batch, items }: Work): number {
  return batch.retry_after ?? (items.length === 0 ? idleSeconds : 0);
}

/** Settles after some seconds, or at the signal. */
function wait(seconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, seconds * 1_000);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      resolve();
    });
  });
}

/**
 * Runs in one tab of the browser at a time: the others wait for their turn. Browsers know no locks on
 * sites without HTTPS; there all tabs run, and the queue keeps them from doing anything twice.
 */
export async function runInOneTab(run: () => Promise<void>, signal: AbortSignal): Promise<void> {
  const { locks } = navigator as { locks?: LockManager };
  if (!locks) {
    return run();
  }
  try {
    // Sites of a network may share an origin.
    await locks.request(`altscribe ${window.location.pathname}`, { signal }, run);
  } catch (error) {
    if (!signal.aborted) {
      throw error;
    }
  }
}

/** The batch on the page, made of responses that may overtake each other. */
export interface ShownBatch {
  batch: Batch;
  /**
   * Counts what somebody did: pause, resume, retry. What was asked for before that says less than the
   * response to it.
   */
  era: number;
  /** Milliseconds since 1970. */
  arrivedAt: number;
  readings: readonly Reading[];
}

export type BatchAction =
  /** Another batch, or what came of an action. */
  | { type: 'DECIDED'; batch: Batch; at: number }
  /** A later reading of the same batch, which was asked for in an era. */
  | { type: 'READ'; batch: Batch; era: number; at: number }
  | { type: 'CLOSED' };

export function reduceBatch(shown: ShownBatch | null, action: BatchAction): ShownBatch | null {
  if (action.type === 'CLOSED') {
    return null;
  }
  const { batch, at } = action;
  // While a batch is paused, nothing is done; that says nothing of the speed.
  const wentOn = shown?.batch.id === batch.id && shown.batch.state === batch.state;
  const next = {
    batch,
    era: shown?.era ?? 0,
    arrivedAt: at,
    readings: addReading(wentOn ? shown.readings : [], { at, done: countDone(batch) }),
  };
  if (action.type === 'DECIDED') {
    return { ...next, era: next.era + 1 };
  }
  const isLate =
    shown?.batch.id !== batch.id ||
    action.era < shown.era ||
    countDone(batch) < countDone(shown.batch);
  return isLate ? shown : next;
}

/** Number of items that were worked on. */
export function countDone({ counts }: Batch): number {
  return counts.written + counts.suggested + counts.skipped + counts.failed + counts.undone;
}

/** Whether it goes on, or can. */
export function isActive({ state }: Batch): boolean {
  const active: Lifecycle[] = ['running', 'paused', 'halted'];
  return active.includes(state);
}

/** Milliseconds until a running batch is done; null while that cannot be said, as when it waits for the service. */
export function timeLeft({ batch, readings }: ShownBatch): number | null {
  const left = batch.counts.waiting + batch.counts.running;
  const goesOn = batch.state === 'running' && batch.reason === null;
  return goesOn ? estimateTimeLeft(readings, left) : null;
}
