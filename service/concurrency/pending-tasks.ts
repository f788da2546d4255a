/** Work that goes on by itself, and whose end can be waited for. */
export interface PendingTasks {
  add(work: Promise<unknown>): void;
  /** Resolves when none is left of what has been added so far, however it ended. */
  ended(): Promise<void>;
}

export function createPendingTasks(): PendingTasks {
  const works = new Set<Promise<unknown>>();
  return {
    add(work) {
      const ended = work.catch(() => undefined).finally(() => works.delete(ended));
      works.add(ended);
    },
    async ended() {
      await Promise.all(works);
    },
  };
}
