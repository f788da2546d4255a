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
