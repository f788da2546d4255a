import { pause } from './pause.ts';
import { finish, type Steps } from './steps.ts';

/** Work on this much or more takes long enough for others to notice, in bytes. */
const largeBytes = 512 * 1024;

/** How long steps are done in one turn of the event loop, in milliseconds. */
const turnMs = 0.7;

let last: Promise<unknown> = Promise.resolve();

/** When others have had the event loop for as long as the queue, by the clock of `performance`. */
let freeAt = 0;

/**
 * Does synchronous work on so many bytes. Work on many bytes would block the event loop: the queue
 * does it in short turns, one work after the other, and pauses for as long as they took or longer, so
 * that other calls get half of the time. There is one event loop, so there is one queue.
 * @throws whatever the work throws
 */
export async function runOnCpuQueue<T>(bytes: number, work: () => Steps<T>): Promise<T> {
  if (bytes < largeBytes) return finish(work());
  const done = last.then(() => takeTurns(work()));
  last = done.catch(() => undefined);
  return done;
}

async function takeTurns<T>(steps: Steps<T>): Promise<T> {
  for (;;) {
    await pause(freeAt - performance.now());
    const step = takeTurn(steps);
    if (step.done) return step.value;
  }
}

/** Does steps for one turn. Returns the last of them. */
function takeTurn<T>(steps: Steps<T>): IteratorResult<undefined, T> {
  const start = performance.now();
  try {
    for (;;) {
      const step = steps.next();
      if (step.done || performance.now() - start >= turnMs) return step;
    }
  } finally {
    const now = performance.now();
    freeAt = Math.max(freeAt, now) + (now - start);
  }
}
