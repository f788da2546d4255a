import { Low, Memory } from 'lowdb';
import { expect, test, vi } from 'vitest';
import {
  StoreError,
  StoreUnreachableError,
} from '../../../../../service/storage/interfaces/errors.ts';
import { LineInDoubtError } from '../../../../../service/storage/lowdb/append-file.ts';
import type { JournalRecord } from '../../../../../service/storage/lowdb/journal/journal-line.ts';
import {
  emptyShard,
  type ShardData,
  type StoredAccount,
} from '../../../../../service/storage/lowdb/shard-data.ts';
import type { Change } from '../../../../../service/storage/lowdb/shard-change.ts';
import { createShard, type ShardOptions } from '../../../../../service/storage/lowdb/shard.ts';
import { storedAccount } from './stored-account.ts';

const diskFull = new Error('disk full');

/** A shard whose appends end when the test says so; `appended` is what its journal was to have. */
function manualShard() {
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

test('changes that arrive together share one write', async () => {
  const { add, write, appended } = manualShard();
  const all = Promise.all([add('a', 1), add('b', 2), add('a', 3)]);
  (await write(1)).resolve();
  expect(await all).toEqual([1, 2, 4]);
  expect(appended).toEqual([{ revision: 1, a: { set: 4 }, b: { set: 2 } }]);
});

test('a change that arrives during a write waits for the next one', async () => {
  const { add, balance, write, appended } = manualShard();
  const first = add('a', 1);
  const { resolve } = await write(1);
  const second = add('a', 1);
  expect(balance('a')).toBe(1);
  resolve();
  expect(await first).toBe(1);
  (await write(2)).resolve();
  expect(await second).toBe(2);
  expect(appended).toEqual([
    { revision: 1, a: { set: 1 } },
    { revision: 2, a: { set: 2 } },
  ]);
});

test('a failed write rejects its changes and rolls them back', async () => {
  const { add, balance, shard, write } = manualShard();
  const outcomes = Promise.allSettled([add('a', 1), add('a', 2), add('b', 3)]);
  (await write(1)).reject(diskFull);
  for (const outcome of await outcomes) {
    expect(outcome).toMatchObject({ status: 'rejected', reason: { cause: diskFull } });
    expect(outcome).toHaveProperty('reason', expect.any(StoreError));
  }
  expect(balance('a')).toBeUndefined();
  expect(Object.keys(shard.accounts)).toEqual([]);
});

test('changes that came during a failing write are made on what was before it', async () => {
  const { add, write, appended } = manualShard();
  const first = add('a', 1);
  const { reject } = await write(1);
  const second = add('a', 10);
  reject(diskFull);
  await expect(first).rejects.toThrow(StoreError);
  (await write(2)).resolve();
  expect(await second).toBe(10);
  expect(appended).toEqual([
    { revision: 1, a: { set: 1 } },
    { revision: 1, a: { set: 10 } },
  ]);
});

test('a failed write leaves earlier changes, and later ones work', async () => {
  const { add, balance, write } = manualShard();
  const first = add('a', 1);
  (await write(1)).resolve();
  await first;
  const second = add('a', 2);
  (await write(2)).reject(diskFull);
  await expect(second).rejects.toThrow(StoreError);
  expect(balance('a')).toBe(1);
  const third = add('a', 3);
  (await write(3)).resolve();
  expect(await third).toBe(4);
});

test('a removal that cannot be written brings the account back', async () => {
  const { add, balance, shard, write } = manualShard();
  const added = add('a', 1);
  (await write(1)).resolve();
  await added;
  const removed = shard.update('a', () => ({ result: undefined, account: undefined }));
  (await write(2)).reject(diskFull);
  await expect(removed).rejects.toThrow(StoreError);
  expect(balance('a')).toBe(1);
});

test('a change is in doubt where nobody knows what the journal has, and not in memory', async () => {
  const { add, balance, write } = manualShard();
  const changing = add('a', 2);
  (await write(1)).reject(new LineInDoubtError('in doubt'));
  await expect(changing).rejects.toThrow(StoreUnreachableError);
  await expect(changing).rejects.toThrow(/may have been: look first\.$/);
  expect(balance('a')).toBeUndefined();
});

test('folding writes what the journal has, once', async () => {
  const { add, db, shard, write } = manualShard();
  const first = add('a', 1);
  (await write(1)).resolve();
  await first;
  expect(shard.isAhead()).toBe(true);
  const writing = vi.spyOn(db, 'write');
  await shard.fold();
  await shard.fold();
  expect(writing).toHaveBeenCalledTimes(1);
  expect(shard.isAhead()).toBe(false);
});

test('what is changed during a fold waits, and what is being written is folded after it', async () => {
  const { add, db, shard, appended, write } = manualShard();
  const folded: number[] = [];
  let end: () => void = () => undefined;
  vi.spyOn(db, 'write').mockImplementation(() => {
    folded.push(db.data.revision);
    return new Promise((resolve) => (end = resolve));
  });
  const first = add('a', 1);
  const { resolve } = await write(1);
  const folding = shard.fold();
  resolve();
  await first;
  await expect.poll(() => folded).toEqual([1]);
  const second = add('a', 1);
  expect(appended).toHaveLength(1);
  end();
  await folding;
  (await write(2)).resolve();
  expect(await second).toBe(2);
  expect(shard.isAhead()).toBe(true);
});

test('a file that cannot be written stays behind, and is folded later', async () => {
  const { add, db, shard, write } = manualShard();
  const first = add('a', 1);
  (await write(1)).resolve();
  await first;
  vi.spyOn(db, 'write').mockRejectedValueOnce(diskFull);
  await expect(shard.fold()).rejects.toThrow(diskFull);
  expect(shard.isAhead()).toBe(true);
  await shard.fold();
  expect(shard.isAhead()).toBe(false);
});

test('what was removed is kept in no copy, once', async () => {
  const { add, remove, options, shard, write } = manualShard();
  const added = add('a', 1);
  (await write(1)).resolve();
  await added;
  const removed = remove('a');
  (await write(2)).resolve();
  await removed;
  await shard.fold();
  expect(options.writeWithoutCopy).toHaveBeenCalledTimes(1);
  const again = add('a', 1);
  (await write(3)).resolve();
  await again;
  await shard.fold();
  expect(options.writeWithoutCopy).toHaveBeenCalledTimes(1);
});

test('what a change throws is for who asked for it; others in the write are not touched', async () => {
  const { add, shard, write, appended } = manualShard();
  const refusal = new Error('refused');
  const refused = shard.update('a', () => {
    throw refusal;
  });
  const settled = Promise.allSettled([refused]);
  const added = add('a', 1);
  (await write(1)).resolve();
  expect(await settled).toEqual([{ status: 'rejected', reason: refusal }]);
  expect(await added).toBe(1);
  expect(appended).toEqual([{ revision: 1, a: { set: 1 } }]);
});

test('what changes nothing is not written', async () => {
  const { appended, shard } = manualShard();
  expect(await shard.update('a', (account) => ({ result: 'none', account }))).toBe('none');
  expect(appended).toEqual([]);
});

test('is idle when nothing waits to be written', async () => {
  const { add, shard, write } = manualShard();
  await shard.idle();
  let isIdle = false;
  const changed = add('a', 1);
  const idled = shard.idle().then(() => (isIdle = true));
  const { resolve } = await write(1);
  expect(isIdle).toBe(false);
  resolve();
  await changed;
  await idled;
});

test('what is changed in memory only is done at once, and written with the next change', async () => {
  const { add, addInMemory, appended, balance, shard, write } = manualShard();
  expect(await addInMemory('a', 1)).toBe(1);
  expect(await addInMemory('b', 2)).toBe(2);
  expect(await addInMemory('a', 4)).toBe(5);
  expect([balance('a'), balance('b')]).toEqual([5, 2]);
  expect(appended).toEqual([]);
  expect(shard.isAhead()).toBe(false);
  const added = add('a', 8);
  (await write(1)).resolve();
  expect(await added).toBe(13);
  const later = add('a', 1);
  (await write(2)).resolve();
  await later;
  expect(appended).toEqual([
    { revision: 1, a: { set: 13 }, b: { set: 2 } },
    { revision: 2, a: { set: 14 } },
  ]);
});

test('what is changed in memory and back leaves nothing to be written', async () => {
  const { add, addInMemory, appended, write } = manualShard();
  const first = add('a', 5);
  (await write(1)).resolve();
  await first;
  await addInMemory('a', -1);
  await addInMemory('a', 1);
  const other = add('b', 1);
  (await write(2)).resolve();
  await other;
  expect(appended).toEqual([
    { revision: 1, a: { set: 5 } },
    { revision: 2, b: { set: 1 } },
  ]);
});

test('what is changed in memory during a write waits for it, and stays when the next one fails', async () => {
  const { add, addInMemory, appended, balance, write } = manualShard();
  const first = add('a', 1);
  const { resolve } = await write(1);
  const failing = add('a', 10);
  const inMemory = addInMemory('a', 100);
  expect(balance('a')).toBe(1);
  resolve();
  await first;
  expect(await inMemory).toBe(101);
  (await write(2)).reject(diskFull);
  await expect(failing).rejects.toThrow(StoreError);
  expect(balance('a')).toBe(101);
  const next = add('a', 1_000);
  (await write(3)).resolve();
  expect(await next).toBe(1_101);
  expect(appended).toEqual([
    { revision: 1, a: { set: 1 } },
    { revision: 2, a: { set: 111 } },
    { revision: 2, a: { set: 1_101 } },
  ]);
});

test('a fold writes what was changed in memory to the journal first', async () => {
  const { add, addInMemory, appended, db, shard, write } = manualShard();
  const added = add('a', 1);
  (await write(1)).resolve();
  await added;
  await addInMemory('a', 1);
  const folding = shard.fold();
  const writing = vi.spyOn(db, 'write');
  const { resolve } = await write(2);
  expect(writing).not.toHaveBeenCalled();
  resolve();
  await folding;
  expect(writing).toHaveBeenCalledTimes(1);
  expect(appended.at(-1)).toEqual({ revision: 2, a: { set: 2 } });
  expect(shard.isAhead()).toBe(false);
});

test('while the journal fails, nothing is changed in memory only', async () => {
  const { addInMemory, balance, failFromNowOn, write } = manualShard();
  failFromNowOn();
  const adding = addInMemory('a', 1);
  (await write(1)).reject(diskFull);
  await expect(adding).rejects.toThrow(StoreError);
  expect(balance('a')).toBeUndefined();
});

test('what a change in memory throws is for who asked for it', async () => {
  const { addInMemory, shard } = manualShard();
  const refusal = new Error('refused');
  const refused = shard.updateInMemory('a', () => {
    throw refusal;
  });
  const added = addInMemory('a', 1);
  await expect(refused).rejects.toBe(refusal);
  expect(await added).toBe(1);
});
