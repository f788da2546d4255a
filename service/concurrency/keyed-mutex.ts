/** Lets one piece of work at a time run for each key. */
export interface KeyedMutex {
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
