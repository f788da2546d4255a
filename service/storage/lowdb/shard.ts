import type { Low } from 'lowdb';
import { StoreError, StoreUnreachableError } from '../interfaces/errors.ts';
import { NotFlushedError } from './durable-json-file.ts';
import type { ShardData, StoredAccount } from './shard-data.ts';

const notWritten = 'The store in DATA_DIR cannot be written. Is there room on the disk?';

/** What a change returns, and the account after it. */
interface Outcome<T, Stored = StoredAccount> {
  readonly result: T;
  /** The same object where nothing changes; nothing where the account is removed. */
  readonly account: Stored | undefined;
}

/** A change of one account. When it throws, its caller gets the error, and nothing changes. */
export type Change<T, Stored = StoredAccount> = (account: Stored | undefined) => Outcome<T, Stored>;

/** Told what an account was in memory and what it is now; nothing where there is none. */
export type OnPut<Stored> = (
  userId: string,
  before: Stored | undefined,
  after: Stored | undefined,
) => void;

/** What a shard does with its data. */
interface ShardOptions<Stored> {
  /** Writes the file in such a way that no copy of it keeps what has been removed. */
  writeWithoutCopy(data: ShardData<Stored>): Promise<void>;
  /** Whether the last write, of this file or another one, failed. */
  isFailing(): boolean;
  /** Called with each change of what memory holds, also when it is rolled back. */
  onPut?: OnPut<Stored> | undefined;
}

/** One file of accounts. */
export interface Shard<Stored = StoredAccount> {
  /** The accounts in memory, which are on disk or about to be. */
  readonly accounts: Readonly<Record<string, Stored>>;
  /** Resolves with the result when the change has reached the disk. */
  update<T>(userId: string, change: Change<T, Stored>): Promise<T>;
  /**
   * Resolves with the result when the change is made in memory. The next write of this file includes
   * it; if the process ends before that, the change was never made. While writes fail, this is
   * `update`, so a full disk is noticed in time.
   */
  updateInMemory<T>(userId: string, change: Change<T, Stored>): Promise<T>;
  /** Resolves when nothing waits to be written. */
  idle(): Promise<void>;
}

/** An account before and after a change; nothing where there is none. */
interface Made<Stored> {
  readonly userId: string;
  readonly before: Stored | undefined;
  readonly after: Stored | undefined;
}

/** A change that waits to be made. */
interface WaitingChange<Stored> {
  /** Whether it is done once it is made in memory. */
  readonly isInMemory: boolean;
  /** Makes the change in memory. Returns nothing where nothing changed. */
  apply(): Made<Stored> | undefined;
  resolve(): void;
  reject(error: unknown): void;
}

/**
 * A shard over a lowdb database. Changes that arrive during a write share the next one. When a write
 * fails, the changes in it reject and are rolled back; those that wait have not been made yet. Memory
 * is always what the file holds, plus what was changed in memory only, even where nobody can know
 * what the file will hold after a crash.
 */
export function createShard<Stored = StoredAccount>(
  db: Low<ShardData<Stored>>,
  { writeWithoutCopy, isFailing, onPut }: ShardOptions<Stored>,
): Shard<Stored> {
  let waiting: WaitingChange<Stored>[] = [];
  let running: Promise<void> | undefined;

  async function run(): Promise<void> {
    while (waiting.length > 0) {
      const batch = waiting;
      waiting = [];
      const isDone = (change: WaitingChange<Stored>) => change.isInMemory && !isFailing();
      // First, because the others may be rolled back.
      for (const change of apply(batch.filter(isDone)).changes) change.resolve();
      await commit(batch.filter((change) => !isDone(change)));
    }
    running = undefined;
  }

  async function commit(batch: readonly WaitingChange<Stored>[]): Promise<void> {
    const { changes, made } = apply(batch);
    try {
      if (made.length > 0) await write(made);
    } catch (error) {
      for (const change of changes) change.reject(error);
      return;
    }
    for (const change of changes) change.resolve();
  }

  /** Makes changes in memory; those that throw are rejected. */
  function apply(batch: readonly WaitingChange<Stored>[]) {
    const changes: WaitingChange<Stored>[] = [];
    const made: Made<Stored>[] = [];
    for (const change of batch) {
      try {
        const one = change.apply();
        if (one) made.push(one);
        changes.push(change);
      } catch (error) {
        change.reject(error);
      }
    }
    return { changes, made };
  }

  /** Writes changes that have been made in memory, or rolls them back in both. */
  async function write(made: readonly Made<Stored>[]): Promise<void> {
    const isRemoval = made.some(({ after }) => !after);
    try {
      await (isRemoval ? writeWithoutCopy(db.data) : db.write());
    } catch (cause) {
      for (const { userId, before } of made.toReversed()) put(userId, before);
      if (cause instanceof NotFlushedError) await putBack(made);
      throw new StoreError(notWritten, { cause });
    }
  }

  /** Writes what memory holds again, after changes that are in the file have been rolled back. */
  async function putBack(made: readonly Made<Stored>[]): Promise<void> {
    try {
      await db.write();
    } catch (cause) {
      const isStillChanged = !(cause instanceof NotFlushedError);
      if (isStillChanged) for (const { userId, after } of made) put(userId, after);
      const inDoubt = `${notWritten} What was to be changed may have been: look first.`;
      throw new StoreUnreachableError(inDoubt, { cause });
    }
  }

  function put(userId: string, account: Stored | undefined): void {
    onPut?.(userId, db.data.accounts[userId], account);
    if (account) db.data.accounts[userId] = account;
    else delete db.data.accounts[userId];
  }

  function add<T>(userId: string, change: Change<T, Stored>, isInMemory: boolean): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      let outcome: Outcome<T, Stored>;
      waiting.push({
        isInMemory,
        apply() {
          const before = db.data.accounts[userId];
          outcome = change(before);
          if (outcome.account === before) return undefined;
          put(userId, outcome.account);
          return { userId, before, after: outcome.account };
        },
        resolve: () => resolve(outcome.result),
        reject,
      });
      // Not at once: changes that arrive in the same turn of the event loop share a write.
      running ??= Promise.resolve().then(run);
    });
  }

  return {
    accounts: db.data.accounts,
    update: (userId, change) => add(userId, change, false),
    updateInMemory: (userId, change) => add(userId, change, true),
    idle: async () => running,
  };
}
