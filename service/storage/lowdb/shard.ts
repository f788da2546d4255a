import type { Low } from 'lowdb';
import { StoreError, StoreUnreachableError } from '../interfaces/errors.ts';
import { LineInDoubtError } from './append-file.ts';
import { differenceOf } from './journal/difference.ts';
import type { JournalRecord } from './journal/journal-line.ts';
import {
  noteJournaled,
  type Applied,
  type Change,
  type Made,
  type OnPut,
  type Outcome,
  type WaitingChange,
} from './shard-change.ts';
import type { ShardData, StoredAccount } from './shard-data.ts';

const notWritten = 'The store in DATA_DIR cannot be written. Is there room on the disk?';

/** What a shard does with its data. */
export interface ShardOptions<Stored> {
  /** Resolves when the changes are in the journal, durably. */
  append(record: Pick<JournalRecord, 'revision' | 'changes'>): Promise<void>;
  /** Whether the journal's last write failed. */
  isFailing(): boolean;
  /** Writes the file so that no copy of it keeps what has been removed. */
  writeWithoutCopy(data: ShardData<Stored>): Promise<void>;
  /** Called with each change of what memory holds, also when it is rolled back. */
  onPut?: OnPut<Stored> | undefined;
  /** The file, where the journal has more. */
  readonly file?: { readonly revision: number; readonly holdsRemoved: boolean } | undefined;
}

/** One file of accounts. */
export interface Shard<Stored = StoredAccount> {
  /** The accounts in memory, which are on disk or about to be. */
  readonly accounts: Readonly<Record<string, Stored>>;
  /** Resolves with the result when the change has reached the disk. */
  update<T>(userId: string, change: Change<T, Stored>): Promise<T>;
  /**
   * Resolves with the result when the change is made in memory. The next change of this file that is
   * written takes it along; when the process ends before that, it was never made. Where the journal
   * fails, this is `update`, so that a disk which takes no writes is not noticed too late.
   */
  updateInMemory<T>(userId: string, change: Change<T, Stored>): Promise<T>;
  /** Whether the journal has more than the file. */
  isAhead(): boolean;
  /** Writes the file, where the journal has more; what is changed meanwhile waits. */
  fold(): Promise<void>;
  /** Resolves when nothing waits to be written. */
  idle(): Promise<void>;
}

/**
 * A shard over a lowdb database. Changes that arrive while a write is under way share the next one.
 * When a write fails, the changes in it reject and are rolled back; those that wait are not
 * touched, because they have not been made yet. Memory is always what file and journal hold
 * together, with what was changed in memory only, unless nobody knows what they will hold after a
 * crash.
 */
export function createShard<Stored extends object = StoredAccount>(
  db: Low<ShardData<Stored>>,
  { append, isFailing, writeWithoutCopy, onPut, file }: ShardOptions<Stored>,
): Shard<Stored> {
  let waiting: WaitingChange<Stored>[] = [];
  /** The last piece of work on file and journal, of which there is one at a time. */
  let turn: Promise<unknown> = Promise.resolve();
  let folded = file?.revision ?? db.data.revision;
  /** Whether the file has an account that is removed. */
  let holdsRemoved = file?.holdsRemoved ?? false;
  /** What the journal has of the accounts that were changed in memory since. */
  const journaled = new Map<string, Stored | undefined>();

  function inTurn(work: () => Promise<void>): Promise<void> {
    const done = turn.then(work);
    turn = done.catch(() => undefined);
    return done;
  }

  async function commitWaiting(): Promise<void> {
    const batch = waiting;
    waiting = [];
    const isDone = (change: WaitingChange<Stored>) => change.isInMemory && !isFailing();
    // First, so that what may be rolled back is made after them.
    const done = apply(batch.filter(isDone));
    noteJournaled(journaled, done.made);
    for (const change of done.changes) change.resolve();
    const { changes, made } = apply(batch.filter((change) => !isDone(change)));
    try {
      if (made.length > 0) await write(made);
    } catch (error) {
      for (const change of changes) change.reject(error);
      return;
    }
    for (const change of changes) change.resolve();
  }

  /** Makes changes in memory; those that throw are rejected. */
  function apply(batch: readonly WaitingChange<Stored>[]): Applied<Stored> {
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

  /** Writes changes and what was changed in memory before them; rolls them back where that fails. */
  async function write(made: readonly Made<Stored>[]): Promise<void> {
    const revision = db.data.revision + 1;
    const befores = new Map(journaled);
    noteJournaled(befores, made);
    const changes = [...befores].map(([userId, before]) => {
      const after = db.data.accounts[userId];
      return [userId, after ? differenceOf(before, after) : null] as const;
    });
    try {
      await append({ revision, changes });
    } catch (cause) {
      for (const { userId, before } of made.toReversed()) put(userId, before);
      if (!(cause instanceof LineInDoubtError)) throw new StoreError(notWritten, { cause });
      const inDoubt = `${notWritten} What was to be changed may have been: look first.`;
      throw new StoreUnreachableError(inDoubt, { cause });
    }
    db.data.revision = revision;
    journaled.clear();
    holdsRemoved ||= changes.some(([, difference]) => !difference);
  }

  function put(userId: string, account: Stored | undefined): void {
    onPut?.(userId, db.data.accounts[userId], account);
    if (account) db.data.accounts[userId] = account;
    else delete db.data.accounts[userId];
  }

  function add<T>(
    userId: string,
    change: Change<T, Stored>,
    { isInMemory }: Pick<WaitingChange<Stored>, 'isInMemory'>,
  ): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      let outcome: Outcome<T, Stored>;
      waiting.push({
        isInMemory,
        apply() {
          const before = db.data.accounts[userId];
          outcome = change(before);
          if (outcome.account === before) return undefined;
          put(userId, outcome.account);
          return { userId, before };
        },
        resolve: () => resolve(outcome.result),
        reject,
      });
      // In turn, so that changes which arrive in the same turn of the event loop share a write.
      if (waiting.length === 1) void inTurn(commitWaiting);
    });
  }

  return {
    accounts: db.data.accounts,
    update: (userId, change) => add(userId, change, { isInMemory: false }),
    updateInMemory: (userId, change) => add(userId, change, { isInMemory: true }),
    isAhead: () => db.data.revision > folded,
    fold: () =>
      inTurn(async () => {
        if (db.data.revision === folded) return;
        // What the journal does not have, the file must not have either.
        if (journaled.size > 0) await write([]);
        await (holdsRemoved ? writeWithoutCopy(db.data) : db.write());
        folded = db.data.revision;
        holdsRemoved = false;
      }),
    idle: () => inTurn(() => Promise.resolve()),
  };
}
