import type { ApiError } from '../../common/api-error.ts';
import { workOnBatch, type Batch, type BatchItem } from '../../common/batches-api.ts';

/** What one request worked on. */
export interface Work {
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
