import pLimit from 'p-limit';

export type SnapshotLock = ReturnType<typeof createSnapshotLock>;

/** All writes of a store go through its lock, which keeps them out of a snapshot. */
export function createSnapshotLock() {
  const running = new Set<Promise<unknown>>();
  const oneAtATime = pLimit(1);
  let held: Promise<unknown> | undefined;

  return {
    /** Begins a write: immediately, or after the current snapshot. */
    async write<T>(write: () => Promise<T>): Promise<T> {
      while (held) await held;
      const mine = write();
      running.add(mine);
      return mine.finally(() => running.delete(mine));
    },
    /** Waits for current writes, and makes a snapshot while new writes wait. */
    hold: <T>(snapshot: () => Promise<T>): Promise<T> =>
      oneAtATime(async () => {
        const made = Promise.allSettled(running).then(snapshot);
        held = made.catch(() => undefined);
        try {
          return await made;
        } finally {
          held = undefined;
        }
      }),
  };
}
