import { setTimeout as sleep } from 'node:timers/promises';

/** What bounds a piece of work. */
export interface Bounds {
  /** Aborted when the caller has gone. */
  readonly signal: AbortSignal;
  /** When the result is of no use any more, in milliseconds since the epoch. */
  readonly deadline: number;
}

/**
 * Gives work at most `ms` milliseconds, and no more once the caller has gone. Its own signal tells
 * the work to stop, but it is not waited for: it may not listen.
 *
 * Timers and listeners are our own because composite signals (`AbortSignal.any`) can be collected as
 * garbage before they fire in Node.js 20.
 * @throws whatever the work throws, or what `stopped` makes of the reason
 */
export async function within<T>(
  ms: number,
  parent: AbortSignal,
  work: (signal: AbortSignal) => Promise<T>,
  stopped: (reason: 'timeout' | 'aborted') => Error,
): Promise<T> {
  const controller = new AbortController();
  let stop: (reason: 'timeout' | 'aborted') => void = () => undefined;
  const end = new Promise<never>((_resolve, reject) => {
    stop = (reason) => {
      reject(stopped(reason));
      controller.abort();
    };
  });
  const onAbort = () => stop('aborted');
  const timer = setTimeout(() => stop('timeout'), Math.max(0, ms));
  parent.addEventListener('abort', onAbort, { once: true });
  try {
    if (parent.aborted) stop('aborted');
    return await Promise.race([end, work(controller.signal)]);
  } finally {
    clearTimeout(timer);
    parent.removeEventListener('abort', onAbort);
  }
}

/**
 * What work comes to; `otherwise` where that takes longer than `ms` milliseconds, while it goes on by
 * itself.
 */
export async function inTime<T>(ms: number, work: Promise<T>, otherwise: T): Promise<T> {
  const timer = new AbortController();
  const late = sleep(ms, otherwise, { signal: timer.signal }).catch(() => otherwise);
  try {
    return await Promise.race([work, late]);
  } finally {
    timer.abort();
  }
}
