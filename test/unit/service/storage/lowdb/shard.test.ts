import { expect, test, vi } from 'vitest';
import {
  StoreError,
  StoreUnreachableError,
} from '../../../../../service/storage/interfaces/errors.ts';
import { LineInDoubtError } from '../../../../../service/storage/lowdb/append-file.ts';
import { diskFull, manualShard } from './manual-shard.ts';

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
