/** Work that goes on by itself, and whose end can be waited for. */
export interface UnderWay {
  add(work: Promise<unknown>): void;
  /** Resolves when none is left of what has been added so far, however it ended. */
  ended(): Promise<void>;
}

export function createUnderWay(): UnderWay {
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
