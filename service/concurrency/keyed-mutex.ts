/** Does work once all work that was given the same name before has ended. */
export type InTurn = <T>(name: string, work: () => Promise<T>) => Promise<T>;

export function createKeyedMutex(): InTurn {
  const newest = new Map<string, Promise<unknown>>();
  return async (name, work) => {
    const mine = (newest.get(name) ?? Promise.resolve()).then(work, work);
    newest.set(name, mine);
    try {
      return await mine;
    } finally {
      if (newest.get(name) === mine) newest.delete(name);
    }
  };
}
