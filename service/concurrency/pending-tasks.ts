/** The bounds of a piece of work. */
export interface Bounds {
  /** Aborted when the caller has gone. */
  readonly signal: AbortSignal;
  /** When the result becomes useless, in milliseconds since the epoch. */
  readonly deadline: number;
}

interface TimeoutOptions<T> {
  /** Maximum time for the work, in milliseconds. */
  readonly ms: number;
  /** Also ends the work, if given: the caller's signal. */
  readonly signal?: AbortSignal;
  /** Returns the value to use instead of the work's result, or an error to throw. */
  onStop(reason: 'timeout' | 'aborted'): NoInfer<T> | Error;
}

/**
 * Runs work with a time-out. The work gets its own abort signal, but isn't awaited after that,
 * because it may ignore the signal. The signal is only made when the work asks for it: most work
 * doesn't, and making one takes as long as looking up an account.
 *
 * Timers and listeners are our own because composite signals (`AbortSignal.any`) can be garbage
 * collected before they fire in Node.js 20. cockatiel's time-out aborts the work before it rejects,
 * so the work's own error may win, and it doesn't distinguish a time-out from a caller who has
 * gone.
 * @throws whatever the work throws, or the error of `onStop`
 */
export async function runWithTimeout<T>(
  work: (getSignal: () => AbortSignal) => Promise<T>,
  { ms, signal: parent, onStop }: TimeoutOptions<T>,
): Promise<T> {
  let controller: AbortController | undefined;
  let isStopped = false;
  let stop: (reason: 'timeout' | 'aborted') => void = () => undefined;
  const stopped = new Promise<T>((resolve, reject) => {
    stop = (reason) => {
      const outcome = onStop(reason);
      if (outcome instanceof Error) reject(outcome);
      else resolve(outcome);
      isStopped = true;
      controller?.abort();
    };
  });
  function getSignal(): AbortSignal {
    controller ??= new AbortController();
    if (isStopped) controller.abort();
    return controller.signal;
  }
  const onAbort = () => stop('aborted');
  const timer = setTimeout(() => stop('timeout'), Math.max(0, ms));
  parent?.addEventListener('abort', onAbort, { once: true });
  try {
    if (parent?.aborted) stop('aborted');
    return await Promise.race([stopped, work(getSignal)]);
  } finally {
    clearTimeout(timer);
    parent?.removeEventListener('abort', onAbort);
  }
}

/** Runs work one at a time per key. */
interface KeyedMutex {
  /** Runs work after all earlier work with the same key has ended, successfully or not. */
  runExclusive<T>(key: string, work: () => Promise<T>): Promise<T>;
}

export function createKeyedMutex(): KeyedMutex {
  const newest = new Map<string, Promise<unknown>>();
  return {
    async runExclusive(key, work) {
      const mine = (newest.get(key) ?? Promise.resolve()).then(work, work);
      newest.set(key, mine);
      try {
        return await mine;
      } finally {
        if (newest.get(key) === mine) newest.delete(key);
      }
    },
  };
}

/** Background tasks that can be awaited. */
export interface PendingTasks {
  add(task: Promise<unknown>): void;
  /** Resolves when every task added so far has ended, successfully or not. */
  settled(): Promise<void>;
}

export function createPendingTasks(): PendingTasks {
  const tasks = new Set<Promise<unknown>>();
  return {
    add(task) {
      const done = () => void tasks.delete(task);
      tasks.add(task);
      task.then(done, done);
    },
    async settled() {
      await Promise.allSettled(tasks);
    },
  };
}
