import { describe, expect, test } from 'vitest';
import { NotFlushedError } from '../../../../../service/storage/lowdb/durable-json-file.ts';
import { StoreError } from '../../../../../service/storage/interfaces/errors.ts';
import { diskFull, manualShard } from './manual-shard.ts';

test('changes that arrive together share one write', async () => {
  const { add, write, written } = manualShard();
  const all = Promise.all([add('a', 1), add('b', 2), add('a', 3)]);
  (await write(1)).resolve();
  expect(await all).toEqual([1, 2, 4]);
  expect(written).toEqual([{ a: 4, b: 2 }]);
});

test('a change that arrives during a write waits for the next one', async () => {
  const { add, balance, write, written } = manualShard();
  const first = add('a', 1);
  const { resolve } = await write(1);
  const second = add('a', 1);
  expect(balance('a')).toBe(1);
  resolve();
  expect(await first).toBe(1);
  (await write(2)).resolve();
  expect(await second).toBe(2);
  expect(written).toEqual([{ a: 1 }, { a: 2 }]);
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
  expect(Object.keys(shard.accounts())).toEqual([]);
});

test('changes made during a failing write apply to the previous state', async () => {
  const { add, write, written } = manualShard();
  const first = add('a', 1);
  const { reject } = await write(1);
  const second = add('a', 10);
  reject(diskFull);
  await expect(first).rejects.toThrow(StoreError);
  (await write(2)).resolve();
  expect(await second).toBe(10);
  expect(written).toEqual([{ a: 1 }, { a: 10 }]);
});

test('a failed write keeps earlier changes, and later ones work', async () => {
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

test('a removal that cannot be written restores the account', async () => {
  const { add, balance, shard, write } = manualShard();
  const added = add('a', 1);
  (await write(1)).resolve();
  await added;
  const removed = shard.update('a', () => ({ result: undefined, account: undefined }));
  (await write(2)).reject(diskFull);
  await expect(removed).rejects.toThrow(StoreError);
  expect(balance('a')).toBe(1);
});

test('a removed account is in no copy after one write', async () => {
  const { add, remove, write, writeWithoutCopy } = manualShard();
  const added = add('a', 1);
  (await write(1)).resolve();
  await added;
  const removed = remove('a');
  (await write(2)).resolve();
  await removed;
  expect(writeWithoutCopy).toHaveBeenCalledTimes(1);
  const again = add('a', 1);
  (await write(3)).resolve();
  await again;
  expect(writeWithoutCopy).toHaveBeenCalledTimes(1);
});

describe('a write that is in place but not flushed', () => {
  const notFlushed = new NotFlushedError('not flushed');

  /** Makes a change on a balance of 1, whose write is in place but not flushed. */
  async function change() {
    const manual = manualShard();
    const { add, write } = manual;
    const first = add('a', 1);
    (await write(1)).resolve();
    await first;
    const changing = add('a', 2);
    (await write(2)).reject(notFlushed);
    return { ...manual, changing, putBack: await write(3) };
  }

  test('is reversed and did not happen', async () => {
    const { add, balance, changing, putBack, write, written } = await change();
    putBack.resolve();
    await expect(changing).rejects.toThrow(/Is there room on the disk\?$/);
    expect(written).toEqual([{ a: 1 }, { a: 3 }, { a: 1 }]);
    expect(balance('a')).toBe(1);
    const next = add('a', 10);
    (await write(4)).resolve();
    expect(await next).toBe(11);
  });

  test('is in doubt if the reversal is not flushed either', async () => {
    const { balance, changing, putBack } = await change();
    putBack.reject(notFlushed);
    await expect(changing).rejects.toThrow(StoreError);
    await expect(changing).rejects.toThrow(/may have been made: check before you try again\.$/);
    // As the file, until the machine crashes.
    expect(balance('a')).toBe(1);
  });

  test('is in doubt and stays in memory if it cannot be reversed', async () => {
    const { add, balance, changing, putBack, write, written } = await change();
    putBack.reject(diskFull);
    await expect(changing).rejects.toThrow(/may have been made: check before you try again\.$/);
    expect(balance('a')).toBe(3);
    const next = add('a', 10);
    (await write(4)).resolve();
    expect(await next).toBe(13);
    expect(written.at(-1)).toEqual({ a: 13 });
  });
});

test('the caller of a change gets its error, and other changes of the write are unaffected', async () => {
  const { add, shard, write, written } = manualShard();
  const refusal = new Error('refused');
  const refused = shard.update('a', () => {
    throw refusal;
  });
  const settled = Promise.allSettled([refused]);
  const added = add('a', 1);
  (await write(1)).resolve();
  expect(await settled).toEqual([{ status: 'rejected', reason: refusal }]);
  expect(await added).toBe(1);
  expect(written).toEqual([{ a: 1 }]);
});

test('does not write a change without effect', async () => {
  const { written, shard } = manualShard();
  expect(await shard.update('a', (account) => ({ result: 'none', account }))).toBe('none');
  expect(written).toEqual([]);
});

test('is idle when no write is pending', async () => {
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
