import { availableParallelism } from 'node:os';
import { runWithTimeout, type Bounds } from '../concurrency/pending-tasks.ts';
import { ImagesBusyError } from './image.ts';

/** Decodes images beside the event loop, a few at once. */
export interface DecodingQueue {
  /**
   * Runs work when its user's turn has come: who has the fewest images being decoded is next, and
   * among those who waited longest.
   * @throws ImagesBusyError when the deadline comes first
   */
  run<T>(userId: string, bounds: Bounds, work: () => Promise<T>): Promise<T>;
  /** How many images wait, and how many are being decoded. */
  sizes(): { readonly waiting: number; readonly decoding: number };
}

/** Threads of libuv's pool that are left for files and names of hosts. */
const otherThreads = 2;

/** @param processes how many share the machine, each with a queue of its own */
export function createDecodingQueue(processes = 1): DecodingQueue {
  const waiting = new Map<string, (() => Promise<unknown>)[]>();
  const running = new Map<string, number>();
  let free = decodesAtOnce({
    cores: availableParallelism(),
    // What libuv has where nothing is said.
    threads: Number(process.env['UV_THREADPOOL_SIZE'] ?? 4),
    processes,
  });

  function count(userId: string, change: number): void {
    const now = (running.get(userId) ?? 0) + change;
    if (now > 0) running.set(userId, now);
    else running.delete(userId);
    free -= change;
  }

  function startNext(): void {
    while (free > 0 && waiting.size > 0) {
      const userId = nextUser(waiting.keys(), running);
      const [task, ...rest] = waiting.get(userId) ?? [];
      waiting.delete(userId);
      if (rest.length > 0) waiting.set(userId, rest);
      count(userId, 1);
      void task?.().finally(() => {
        count(userId, -1);
        startNext();
      });
    }
  }

  function enqueue<T>(userId: string, work: () => Promise<T>): Promise<T> {
    return new Promise((resolve) => {
      const task = () => {
        const done = work();
        resolve(done);
        return done.catch(() => undefined);
      };
      waiting.set(userId, [...(waiting.get(userId) ?? []), task]);
      startNext();
    });
  }

  return {
    run(userId, { signal, deadline }, work) {
      const unlessStopped = (getSignal: () => AbortSignal) => () =>
        getSignal().aborted ? Promise.reject(new ImagesBusyError()) : work();
      return runWithTimeout((getSignal) => enqueue(userId, unlessStopped(getSignal)), {
        ms: deadline - Date.now(),
        signal,
        onStop: () => new ImagesBusyError(),
      });
    },
    sizes: () => ({
      waiting: [...waiting.values()].reduce((sum, tasks) => sum + tasks.length, 0),
      decoding: [...running.values()].reduce((sum, tasks) => sum + tasks, 0),
    }),
  };
}

/**
 * How many images a process decodes at once: one core is left for everything else, and a part of
 * libuv's pool, in which sharp decodes, files are flushed and names of hosts are looked up.
 */
export function decodesAtOnce(machine: { cores: number; threads: number; processes: number }) {
  const cores = Math.floor((machine.cores - 1) / machine.processes);
  return Math.max(1, Math.min(cores, machine.threads - otherThreads));
}

function nextUser(waiting: Iterable<string>, running: ReadonlyMap<string, number>): string {
  const count = (userId: string) => running.get(userId) ?? 0;
  return [...waiting].reduce((one, other) => (count(other) < count(one) ? other : one));
}
