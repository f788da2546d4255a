import { availableParallelism } from 'node:os';
import { runWithTimeout, type Bounds } from '../concurrency/pending-tasks.ts';
import { ImagesBusyError } from './image.ts';

/** Decodes images off the event loop, a few at a time. */
export interface DecodingQueue {
  /**
   * Runs work when it is its user's turn. The user with the fewest images being decoded is next;
   * among equals, the one that has waited longest.
   * @throws ImagesBusyError if the deadline passes first
   */
  run<T>(userId: string, bounds: Bounds, work: () => Promise<T>): Promise<T>;
  /** How many images are waiting, and how many are being decoded. */
  sizes(): { readonly waiting: number; readonly decoding: number };
}

/** Threads of libuv's pool left for files and DNS look-ups. */
const otherThreads = 2;

/** @param processes how many share the machine, each with its own queue */
export function createDecodingQueue(processes = 1): DecodingQueue {
  const waiting = new Map<string, (() => Promise<unknown>)[]>();
  const running = new Map<string, number>();
  let free = decodesAtOnce({
    cores: availableParallelism(),
    // libuv's default.
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
 * How many images a process decodes at a time. It leaves one core for everything else, and part of
 * libuv's thread pool, which sharp shares with file flushes and DNS look-ups.
 */
export function decodesAtOnce(machine: { cores: number; threads: number; processes: number }) {
  const cores = Math.floor((machine.cores - 1) / machine.processes);
  return Math.max(1, Math.min(cores, machine.threads - otherThreads));
}

function nextUser(waiting: Iterable<string>, running: ReadonlyMap<string, number>): string {
  const count = (userId: string) => running.get(userId) ?? 0;
  return [...waiting].reduce((one, other) => (count(other) < count(one) ? other : one));
}
