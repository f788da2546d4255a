import pLimit from 'p-limit';

/** Lets writes through, or holds them back for a moment. */
export interface SnapshotLock {
  /** Begins a write: at once, or when the gate is open again. */
  pass<T>(write: () => Promise<T>): Promise<T>;
  /**
   * Waits for the writes under way, does some work while there is none, and lets those that came
   * meanwhile begin.
   */
  hold<T>(work: () => Promise<T>): Promise<T>;
}

export function createSnapshotLock(): SnapshotLock {
  const running = new Set<Promise<unknown>>();
  const oneAtATime = pLimit(1);
  let closed: Promise<unknown> | undefined;

  return {
    async pass(write) {
      while (closed) await closed;
      const mine = write();
      running.add(mine);
      return mine.finally(() => running.delete(mine));
    },
    hold: (work) =>
      oneAtATime(async () => {
        const held = Promise.allSettled(running).then(work);
        closed = held.catch(() => undefined);
        try {
          return await held;
        } finally {
          closed = undefined;
        }
      }),
  };
}
