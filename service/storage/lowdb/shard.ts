import { Low } from 'lowdb';
import { StoreError, StoreUnreachableError } from '../interfaces/errors.ts';
import { NotFlushedError } from './durable-json-file.ts';
import { emptyShard, type StoredAccount } from './shard-data.ts';
import type { ShardFile } from './shard-file.ts';
import type { SnapshotLock } from './snapshot-lock.ts';

const notWritten = 'The store in DATA_DIR cannot be written. Is there room on the disk?';

/** The result of a change, and the changed account. */
interface Outcome<T, Stored> {
  readonly result: T;
  /** The same object if nothing changes; undefined if the account is removed. */
  readonly account: Stored | undefined;
}

/** A change of one account. If it throws, its caller gets the error, and nothing is changed. */
export type Change<T, Stored = StoredAccount> = (account: Stored | undefined) => Outcome<T, Stored>;

/**
 * Called with an account before and after each change in memory, including when a change is rolled
 * back.
 */
export type OnPut<Stored> = (userId: string, before?: Stored, after?: Stored) => void;

export type Shard<Stored = StoredAccount> = ReturnType<typeof createShard<Stored>>;

interface ShardOptions<Stored> {
  readonly lock: SnapshotLock;
  /** Whether the last write failed, of any shard that shares this object. */
  readonly disk: { isFailing: boolean };
  /** Throws if the file could not be read again with the changed account. */
  readonly check: (before: Stored | undefined, after: Stored) => void;
  readonly onPut?: OnPut<Stored>;
}

interface WaitingChange {
  /** Whether the change is complete once it is made in memory. */
  readonly isInMemory: boolean;
  make(): void;
  resolve(): void;
  reject(error: unknown): void;
}

/**
 * One file of accounts, over a lowdb database. Changes that arrive during a write share the next one.
 * If a write fails, its changes reject and are rolled back; those still waiting have not been made.
 * Memory always has the content of the file plus the changes only made in memory, even where a
 * crash may undo the last write.
 */
export function createShard<Stored = StoredAccount>(
  file: ShardFile<Stored>,
  { lock, disk, check, onPut }: ShardOptions<Stored>,
) {
  const db = new Low(file, emptyShard<Stored>());
  let waiting: WaitingChange[] = [];
  let running: Promise<void> | undefined;

  async function run(): Promise<void> {
    while (waiting.length > 0) {
      const batch = waiting;
      waiting = [];
      const isDone = (change: WaitingChange) => change.isInMemory && !disk.isFailing;
      // First, because the others may be rolled back.
      for (const change of batch.filter(isDone).filter(isMade)) change.resolve();
      await commit(batch.filter((change) => !isDone(change)));
    }
    running = undefined;
  }

  async function commit(batch: readonly WaitingChange[]): Promise<void> {
    const before = new Map(Object.entries(db.data.accounts));
    const made = batch.filter(isMade);
    await write(before).then(
      () => made.forEach((change) => change.resolve()),
      (error: unknown) => made.forEach((change) => change.reject(error)),
    );
  }

  /** Writes memory to the file. If that fails, rolls both back to the previous accounts. */
  async function write(before: ReadonlyMap<string, Stored>): Promise<void> {
    const after = new Map(Object.entries(db.data.accounts));
    const userIds = [...new Set([...before.keys(), ...after.keys()])];
    const changed = userIds.filter((userId) => before.get(userId) !== after.get(userId));
    if (changed.length === 0) return;
    const isRemoval = changed.some((userId) => !after.has(userId));
    const putAll = (accounts: ReadonlyMap<string, Stored>) => {
      for (const userId of changed) put(userId, accounts.get(userId));
    };
    await lock.write(async () => {
      try {
        await (isRemoval ? file.writeWithoutCopy(db.data) : db.write());
        disk.isFailing = false;
      } catch (cause) {
        disk.isFailing = true;
        putAll(before);
        if (cause instanceof NotFlushedError) await writeBack(() => putAll(after));
        throw new StoreError(notWritten, { cause });
      }
    });
  }

  /** Writes memory again, after changes in the file were rolled back. */
  async function writeBack(redo: () => void): Promise<void> {
    try {
      await db.write();
    } catch (cause) {
      // In that case, the file still has the changes.
      if (!(cause instanceof NotFlushedError)) redo();
      const inDoubt = `${notWritten} The change may have been made: check before you try again.`;
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
        make() {
          const before = db.data.accounts[userId];
          outcome = change(before);
          const { account } = outcome;
          if (account === before) return;
          if (account) check(before, account);
          put(userId, account);
        },
        resolve: () => resolve(outcome.result),
        reject,
      });
      // Not immediately: changes that arrive in the same turn of the event loop share a write.
      running ??= Promise.resolve().then(run);
    });
  }

  return {
    /** Reads the file, if it exists, before any update. */
    read: () => db.read(),
    /** The accounts in memory, which are on disk or about to be. */
    accounts: (): Readonly<Record<string, Stored>> => db.data.accounts,
    /** Resolves with the result when the change is on disk. */
    update: <T>(userId: string, change: Change<T, Stored>) => add(userId, change, false),
    /**
     * Resolves with the result when the change is made in memory. The next write of this file includes
     * it; if the process ends before that, the change was never made. While writes fail, this is
     * `update`, to notice a full disk in time.
     */
    updateInMemory: <T>(userId: string, change: Change<T, Stored>) => add(userId, change, true),
    /** Resolves when no change is waiting to be written. */
    idle: async () => running,
  };
}

/** Makes a change in memory, or rejects it if it throws. */
function isMade(change: WaitingChange): boolean {
  try {
    change.make();
    return true;
  } catch (error) {
    change.reject(error);
    return false;
  }
}
