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
      const settled = task.catch(() => undefined).finally(() => tasks.delete(settled));
      tasks.add(settled);
    },
    async settled() {
      await Promise.all(tasks);
    },
  };
}
