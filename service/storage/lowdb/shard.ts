import type { Low } from 'lowdb';
import { StoreError } from '../interfaces/errors.ts';
import type { ShardData, StoredAccount } from './shard-data.ts';

/** What a change makes of an account: what it answers, and the account after it. */
export interface Outcome<T> {
  readonly result: T;
  /** The same object where nothing changes; nothing where the account is to be gone. */
  readonly account: StoredAccount | undefined;
}

/** A change of one account. What it throws is for who asked for it, and changes nothing. */
export type Change<T> = (account: StoredAccount | undefined) => Outcome<T>;

/** One file of accounts. */
export interface Shard {
  /** What memory holds, which is on disk or about to be. */
  readonly accounts: Readonly<Record<string, StoredAccount>>;
  /** Resolves with the result when the change has reached the disk. */
  update<T>(userId: string, change: Change<T>): Promise<T>;
  /** Resolves when nothing waits to be written. */
  idle(): Promise<void>;
}

/** A change that waits. `apply` makes it in memory and answers what takes it back, if it changed. */
interface Waiting {
  apply(): (() => void) | undefined;
  resolve(): void;
  reject(error: unknown): void;
}

/**
 * A shard over a lowdb database. Changes that arrive while a write is under way share the next one.
 * When a write fails, the changes in it fail and are taken back; those that wait are not touched,
 * because they have not been made yet.
 */
export function createShard(db: Low<ShardData>): Shard {
  let waiting: Waiting[] = [];
  let running: Promise<void> | undefined;

  async function run(): Promise<void> {
    while (waiting.length > 0) {
      const batch = waiting;
      waiting = [];
      await commit(batch);
    }
    running = undefined;
  }

  async function commit(batch: readonly Waiting[]): Promise<void> {
    const made: Waiting[] = [];
    const undo: (() => void)[] = [];
    for (const change of batch) {
      try {
        const takeBack = change.apply();
        if (takeBack) undo.push(takeBack);
        made.push(change);
      } catch (error) {
        change.reject(error);
      }
    }
    try {
      if (undo.length > 0) await db.write();
    } catch (cause) {
      for (const takeBack of undo.toReversed()) takeBack();
      const error = new StoreError(
        'The store in DATA_DIR cannot be written. Is there room on the disk?',
        { cause },
      );
      for (const change of made) change.reject(error);
      return;
    }
    for (const change of made) change.resolve();
  }

  function put(userId: string, account: StoredAccount | undefined): void {
    if (account) db.data.accounts[userId] = account;
    else delete db.data.accounts[userId];
  }

  return {
    accounts: db.data.accounts,
    update<T>(userId: string, change: Change<T>) {
      return new Promise<T>((resolve, reject) => {
        let outcome: Outcome<T>;
        waiting.push({
          apply() {
            const before = db.data.accounts[userId];
            outcome = change(before);
            if (outcome.account === before) return undefined;
            put(userId, outcome.account);
            return () => put(userId, before);
          },
          resolve: () => resolve(outcome.result),
          reject,
        });
        // Starting a moment later lets what arrives in the same turn share the write.
        running ??= Promise.resolve().then(run);
      });
    },
    async idle() {
      await running;
    },
  };
}
