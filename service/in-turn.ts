import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';

/** From here on, walking through a text takes long enough for others to notice, in characters. */
const largeText = 256 * 1024;

let last: Promise<unknown> = Promise.resolve();

/**
 * Does work that walks through a text. Where the text is large, that holds up the event loop: such
 * work is done one piece in a turn of it, in order, and after each there is a pause as long as the
 * piece took, so that others get half of the time. There is one event loop, so there is one queue.
 */
export async function inTurn<T>(text: string, work: (text: string) => T): Promise<T> {
  if (text.length < largeText) return work(text);
  let took = 0;
  const done = last
    .then(() => nextTurn())
    .then(() => {
      const start = performance.now();
      try {
        return work(text);
      } finally {
        took = performance.now() - start;
      }
    });
  last = done.catch(() => undefined).then(() => sleep(took));
  return done;
}
