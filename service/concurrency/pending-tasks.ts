/** What bounds a piece of work. */
export interface Bounds {
  /** Aborted when the caller has gone. */
  readonly signal: AbortSignal;
  /** When the result is of no use any more, in milliseconds since the epoch. */
  readonly deadline: number;
}

interface TimeoutOptions<T> {
  /** Longest time for the work, in milliseconds. */
  readonly ms: number;
  /** Ends the work as well, where there is one: the caller's. */
  readonly signal?: AbortSignal;
  /** Returns what comes instead of the work's result: a value, or an error to be thrown. */
  onStop(reason: 'timeout' | 'aborted'): NoInfer<T> | Error;
}

/**
 * Gives work a time-out. A signal of its own tells the work to stop, but the work is not waited for:
 * it may not listen. The signal is made when the work asks for it, because most work does not, and to
 * make one takes as long as to look up an account.
 *
 * Timers and listeners are our own because composite signals (`AbortSignal.any`) can be collected as
 * garbage before they fire in Node.js 20. cockatiel's time-out aborts the work before it rejects, so
 * that the work's error may win, and does not tell a time-out from a caller who has gone.
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

/** Lets one piece of work at a time run for each key. */
interface KeyedMutex {
  /** Runs work once all work that was given the same key before has ended, however it ended. */
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

/** Tasks that run by themselves, and whose end can be waited for. */
export interface PendingTasks {
  add(task: Promise<unknown>): void;
  /** Resolves when every task that was added so far has ended, however it ended. */
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
