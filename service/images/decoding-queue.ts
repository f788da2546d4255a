import { availableParallelism } from 'node:os';
import pLimit from 'p-limit';
import { runWithTimeout, type Bounds } from '../concurrency/time-out.ts';
import { PicturesBusyError } from './picture.ts';

/** Decodes pictures beside the event loop, a few at once; the others wait, within bounds. */
export interface DecodingQueue {
  /**
   * @param size of the picture as it waits, in bytes
   * @throws PicturesBusyError when too many bytes wait already, or the deadline comes first
   */
  run<T>(size: number, bounds: Bounds, work: () => Promise<T>): Promise<T>;
}

/** Bytes of pictures that wait or are decoded, in all processes; and what each may have at least. */
const maxBytesOfAll = 256 * 1024 * 1024;
const leastBytes = 32 * 1024 * 1024;

/** @param processes how many share the machine, each with a queue of its own */
export function createDecodingQueue(processes = 1): DecodingQueue {
  // One core is left for answering other calls.
  const maxAtOnce = Math.max(1, Math.floor((availableParallelism() - 1) / processes));
  const maxBytes = Math.max(leastBytes, maxBytesOfAll / processes);
  const limit = pLimit(maxAtOnce);
  let bytes = 0;
  return {
    async run(size, { signal, deadline }, work) {
      // A picture that has the queue for itself may be larger than the share of this process.
      if (bytes > 0 && bytes + size > maxBytes) throw new PicturesBusyError();
      bytes += size;
      try {
        return await runWithTimeout(
          (stop) => limit(() => (stop.aborted ? Promise.reject(new PicturesBusyError()) : work())),
          {
            ms: deadline - Date.now(),
            signal,
            onStop: () => new PicturesBusyError(),
          },
        );
      } finally {
        bytes -= size;
      }
    },
  };
}
