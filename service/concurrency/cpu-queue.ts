import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';

/** From here on, walking through something takes long enough for others to notice, in bytes. */
const large = 256 * 1024;

let last: Promise<unknown> = Promise.resolve();

/**
 * Does work that walks through so many bytes. Where they are many, that holds up the event loop: such
 * work is done one piece in a turn of it, in order, and after each there is a pause as long as the
 * piece took, so that others get half of the time. There is one event loop, so there is one queue.
 */
export async function inTurn<T>(bytes: number, work: () => T): Promise<T> {
  if (bytes < large) return work();
  let took = 0;
  const done = last
    .then(() => nextTurn())
    .then(() => {
      const start = performance.now();
      try {
        return work();
      } finally {
        took = performance.now() - start;
      }
    });
  last = done.catch(() => undefined).then(() => sleep(took));
  return done;
}
