import type { Batch, BatchState as Lifecycle } from '../../common/batches-api.ts';
import { addReading, estimateTimeLeft, type Reading } from './time-left.ts';

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

/** Number of items that somebody should look at. */
export function countAttention({ counts }: Batch): number {
  return counts.suggested + counts.failed;
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
