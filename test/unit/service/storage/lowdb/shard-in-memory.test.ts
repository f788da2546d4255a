import { expect, test } from 'vitest';
import { StoreError } from '../../../../../service/storage/interfaces/errors.ts';
import { diskFull, manualShard } from './manual-shard.ts';

test('a change in memory is made immediately and written with the next change', async () => {
  const { add, addInMemory, written, balance, write } = manualShard();
  expect(await addInMemory('a', 1)).toBe(1);
  expect(await addInMemory('b', 2)).toBe(2);
  expect(await addInMemory('a', 4)).toBe(5);
  expect([balance('a'), balance('b')]).toEqual([5, 2]);
  expect(written).toEqual([]);
  const added = add('a', 8);
  (await write(1)).resolve();
  expect(await added).toBe(13);
  const later = add('a', 1);
  (await write(2)).resolve();
  await later;
  expect(written).toEqual([
    { a: 13, b: 2 },
    { a: 14, b: 2 },
  ]);
});

test('a change in memory that is reversed is not in the file', async () => {
  const { add, addInMemory, written, write } = manualShard();
  const first = add('a', 5);
  (await write(1)).resolve();
  await first;
  await addInMemory('a', -1);
  await addInMemory('a', 1);
  const other = add('b', 1);
  (await write(2)).resolve();
  await other;
  expect(written).toEqual([{ a: 5 }, { a: 5, b: 1 }]);
});

test('a change in memory during a write waits for it and remains if the next write fails', async () => {
  const { add, addInMemory, written, balance, write } = manualShard();
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
  expect(written).toEqual([{ a: 1 }, { a: 111 }, { a: 1_101 }]);
});

test('refuses changes in memory while writes fail', async () => {
  const { addInMemory, balance, failFromNowOn, write } = manualShard();
  failFromNowOn();
  const adding = addInMemory('a', 1);
  (await write(1)).reject(diskFull);
  await expect(adding).rejects.toThrow(StoreError);
  expect(balance('a')).toBeUndefined();
});

test('the caller of a change in memory gets its error', async () => {
  const { addInMemory, shard } = manualShard();
  const refusal = new Error('refused');
  const refused = shard.updateInMemory('a', () => {
    throw refusal;
  });
  const added = addInMemory('a', 1);
  await expect(refused).rejects.toBe(refusal);
  expect(await added).toBe(1);
});
