import type { BatchItem, LibraryBatch } from '../batches-api.ts';

/** A run on the site: a batch, which the screens help to process and watch. */

/** The result of one request. */
export interface Work {
  batch: LibraryBatch;
  items: BatchItem[];
}

/** Seconds between requests while all available images are being processed elsewhere. */
const idleSeconds = 3;

/** Seconds until the next request. `work`: the last one; undefined: only others process the batch. */
export function secondsToWait(work?: Work): number {
  return work?.batch.retry_after ?? (work?.items.length ? 0 : idleSeconds);
}

/**
 * Takes one step of a batch after another, until the signal.
 * @param step Resolves with the seconds until the next step; null: it was the last one.
 */
export async function followBatch(
  step: () => Promise<number | null>,
  signal?: AbortSignal,
): Promise<void> {
  while (signal?.aborted !== true) {
    const seconds = await step();
    if (seconds === null) {
      return;
    }
    await wait(seconds, signal);
  }
}

/** Settles after some seconds, or at the signal. */
export function wait(seconds: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, seconds * 1_000);
    signal?.addEventListener('abort', () => {
      clearTimeout(timer);
      resolve();
    });
  });
}
