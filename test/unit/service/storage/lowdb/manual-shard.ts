import { expect, vi } from 'vitest';
import {
  requireReadableChange,
  storedAccount as schema,
  type ShardData,
  type StoredAccount,
} from '../../../../../service/storage/lowdb/shard-data.ts';
import { createShard, type Change } from '../../../../../service/storage/lowdb/shard.ts';
import { createSnapshotLock } from '../../../../../service/storage/lowdb/snapshot-lock.ts';
import { storedAccount } from './stored-account.ts';

export const diskFull = new Error('disk full');

/**
 * A shard whose writes end when the test decides; `written` has the content of memory at each
 * write.
 */
export function manualShard() {
  const written: Record<string, number>[] = [];
  const ends: { resolve: () => void; reject: (error: Error) => void }[] = [];
  const write = ({ accounts }: ShardData) => {
    const credits = Object.values(accounts).map((one) => [one.user_id, one.credits_available]);
    written.push(Object.fromEntries(credits) as Record<string, number>);
    return new Promise<void>((resolve, reject) => {
      ends.push({ resolve: () => resolve(undefined), reject });
    });
  };
  const writeWithoutCopy = vi.fn(write);
  const file = { read: () => Promise.resolve(null), write, writeWithoutCopy };
  const disk = { isFailing: false };
  const check = (before: StoredAccount | undefined, after: StoredAccount) =>
    requireReadableChange(schema, before, after);
  const shard = createShard(file, { lock: createSnapshotLock(), disk, check });
  return {
    shard,
    written,
    writeWithoutCopy,
    balance: (userId: string) => shard.accounts()[userId]?.credits_available,
    failFromNowOn: () => (disk.isFailing = true),
    /**
     * Adds credits to an account, which is created if it doesn't exist; returns its new balance.
     */
    add: (userId: string, credits: number) => shard.update(userId, adding(userId, credits)),
    /** The same in memory only. */
    addInMemory: (userId: string, credits: number) =>
      shard.updateInMemory(userId, adding(userId, credits)),
    remove: (userId: string) =>
      shard.update(userId, () => ({ result: undefined, account: undefined })),
    /** Waits until the n-th write has begun, and returns a function that ends it. */
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
