import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';

/** Work on this much or more takes long enough for others to notice, in bytes. */
const largeBytes = 256 * 1024;

let last: Promise<unknown> = Promise.resolve();

/**
 * Runs synchronous work on so many bytes. Work on many bytes blocks the event loop: the queue runs
 * one piece of it in a turn of the loop, in order, and pauses after each for as long as it took, so
 * that other calls get half of the time. There is one event loop, so there is one queue.
 * @throws whatever the work throws
 */
export async function runOnCpuQueue<T>(bytes: number, work: () => T): Promise<T> {
  if (bytes < largeBytes) return work();
  let tookMs = 0;
  const done = last
    .then(() => nextTurn())
    .then(() => {
      const start = performance.now();
      try {
        return work();
      } finally {
        tookMs = performance.now() - start;
      }
    });
  // No timer is shorter than a millisecond.
  last = done.catch(() => undefined).then(() => (tookMs < 1 ? undefined : sleep(tookMs)));
  return done;
}
