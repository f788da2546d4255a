import { Low, Memory } from 'lowdb';
import { expect, vi } from 'vitest';
import type { JournalRecord } from '../../../../../service/storage/lowdb/journal/journal-line.ts';
import type { Change } from '../../../../../service/storage/lowdb/shard-change.ts';
import {
  emptyShard,
  type ShardData,
  type StoredAccount,
} from '../../../../../service/storage/lowdb/shard-data.ts';
import { createShard, type ShardOptions } from '../../../../../service/storage/lowdb/shard.ts';
import { storedAccount } from './stored-account.ts';

export const diskFull = new Error('disk full');

/** A shard whose appends end when the test says so; `appended` is what its journal was to have. */
export function manualShard() {
  const appended: ReturnType<typeof balancesOf>[] = [];
  const ends: { resolve: () => void; reject: (error: Error) => void }[] = [];
  let isFailing = false;
  const db = new Low<ShardData>(new Memory(), emptyShard());
  const options: ShardOptions<StoredAccount> = {
    append(record) {
      appended.push(balancesOf(record));
      return new Promise<void>((resolve, reject) => {
        ends.push({ resolve: () => resolve(undefined), reject });
      });
    },
    isFailing: () => isFailing,
    writeWithoutCopy: vi.fn(() => db.write()),
  };
  const shard = createShard(db, options);
  return {
    shard,
    db,
    options,
    appended,
    balance: (userId: string) => shard.accounts[userId]?.credits_available,
    failFromNowOn: () => (isFailing = true),
    /** Adds credits to an account, which is made if it is not there; returns what it has then. */
    add: (userId: string, credits: number) => shard.update(userId, adding(userId, credits)),
    /** The same in memory only. */
    addInMemory: (userId: string, credits: number) =>
      shard.updateInMemory(userId, adding(userId, credits)),
    remove: (userId: string) =>
      shard.update(userId, () => ({ result: undefined, account: undefined })),
    /** Waits until the n-th append has begun, and returns what ends it. */
    async write(n: number) {
      await expect.poll(() => ends.length).toBe(n);
      return ends[n - 1] ?? { resolve: () => undefined, reject: () => undefined };
    },
  };
}

function adding(userId: string, credits: number): Change<number> {
  return (before) => {
    const account = before ?? storedAccount(userId);
    const sum = account.credits_available + credits;
    return { result: sum, account: { ...account, credits_available: sum } };
  };
}

/** The revision of a record, and the balances that it sets. */
function balancesOf({ revision, changes }: Pick<JournalRecord, 'revision' | 'changes'>) {
  const balances = changes.map(([userId, change]) => [userId, change?.['credits_available']]);
  return { revision, ...(Object.fromEntries(balances) as Record<string, unknown>) };
}
