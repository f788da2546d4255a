/** A change that memory has already, and that waits to be written. */
interface Change {
  undo(): void;
  resolve(): void;
  reject(error: unknown): void;
}

/** Lets changes that arrive together share one write. */
export interface GroupCommit {
  /**
   * Resolves when what memory holds now has been written. When that fails, `undo` takes the change
   * back out of memory, newest change first, and the promise rejects.
   */
  commit(undo: () => void): Promise<void>;
  /** Resolves when nothing waits to be written. */
  idle(): Promise<void>;
}

/** A group commit in front of `write`, which must write all that memory holds when it is called. */
export function groupCommit(write: () => Promise<void>): GroupCommit {
  let waiting: Change[] = [];
  let running: Promise<void> | undefined;

  async function run(): Promise<void> {
    while (waiting.length > 0) {
      const batch = waiting;
      waiting = [];
      try {
        await write();
        for (const change of batch) change.resolve();
      } catch (error) {
        // Changes that came since rest on those that failed, so they fail with them.
        const failed = [...batch, ...waiting];
        waiting = [];
        for (const change of failed.toReversed()) change.undo();
        for (const change of failed) change.reject(error);
      }
    }
    running = undefined;
  }

  return {
    commit(undo) {
      return new Promise((resolve, reject) => {
        waiting.push({ undo, resolve, reject });
        // Starting a moment later lets what arrives in the same turn share the write.
        running ??= Promise.resolve().then(run);
      });
    },
    async idle() {
      await running;
    },
  };
}
