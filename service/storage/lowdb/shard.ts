import type { Low } from 'lowdb';
import { StoreError } from '../interfaces/errors.ts';
import type { ShardData, StoredAccount } from './shard-data.ts';

/** What a change returns, and the account after it. */
export interface Outcome<T> {
  readonly result: T;
  /** The same object where nothing changes; nothing where the account is removed. */
  readonly account: StoredAccount | undefined;
}

/** A change of one account. When it throws, its caller gets the error, and nothing changes. */
export type Change<T> = (account: StoredAccount | undefined) => Outcome<T>;

/** One file of accounts. */
export interface Shard {
  /** The accounts in memory, which are on disk or about to be. */
  readonly accounts: Readonly<Record<string, StoredAccount>>;
  /** Resolves with the result when the change has reached the disk. */
  update<T>(userId: string, change: Change<T>): Promise<T>;
  /** Resolves when nothing waits to be written. */
  idle(): Promise<void>;
}

/** A change that waits to be written. */
interface WaitingChange {
  /** Makes the change in memory, and returns what rolls it back, if anything changed. */
  apply(): (() => void) | undefined;
  resolve(): void;
  reject(error: unknown): void;
}

/**
 * A shard over a lowdb database. Changes that arrive while a write is under way share the next one.
 * When a write fails, the changes in it reject and are rolled back; those that wait are not
 * touched, because they have not been made yet.
 */
export function createShard(db: Low<ShardData>): Shard {
  let waiting: WaitingChange[] = [];
  let running: Promise<void> | undefined;

  async function run(): Promise<void> {
    while (waiting.length > 0) {
      const batch = waiting;
      waiting = [];
      await commit(batch);
    }
    running = undefined;
  }

  async function commit(batch: readonly WaitingChange[]): Promise<void> {
    const applied: WaitingChange[] = [];
    const rollbacks: (() => void)[] = [];
    for (const change of batch) {
      try {
        const rollback = change.apply();
        if (rollback) rollbacks.push(rollback);
        applied.push(change);
      } catch (error) {
        change.reject(error);
      }
    }
    try {
      if (rollbacks.length > 0) await db.write();
    } catch (cause) {
      for (const rollback of rollbacks.toReversed()) rollback();
      const error = new StoreError(
        'The store in DATA_DIR cannot be written. Is there room on the disk?',
        { cause },
      );
      for (const change of applied) change.reject(error);
      return;
    }
    for (const change of applied) change.resolve();
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
        // Not at once: changes that arrive in the same turn of the event loop share a write.
        running ??= Promise.resolve().then(run);
      });
    },
    async idle() {
      await running;
    },
  };
}
