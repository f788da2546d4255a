import { expect, test } from 'vitest';
import { createSnapshotLock } from '../../../../../service/storage/lowdb/snapshot-lock.ts';

/** Work that ends when the test decides. */
function pending() {
  let end: (error?: Error) => void = () => undefined;
  const promise = new Promise<void>((resolve, reject) => {
    end = (error) => (error ? reject(error) : resolve());
  });
  return { work: () => promise, end: (error?: Error) => end(error) };
}

const settled = () => new Promise((resolve) => setImmediate(resolve));

test('runs work between two writes: after those that have begun, before later ones', async () => {
  const lock = createSnapshotLock();
  const said: string[] = [];
  const [first, failing, held] = [pending(), pending(), pending()];
  const writes = [
    lock.write(first.work).then(() => said.push('first')),
    lock.write(failing.work).catch(() => said.push('failed')),
  ];
  const holding = lock.hold(async () => {
    said.push('hold');
    await held.work();
    said.push('held');
    return 'what it returns';
  });
  await settled();
  writes.push(
    lock.write(() => {
      said.push('next');
      return Promise.resolve();
    }),
  );
  await settled();
  expect(said).toEqual([]);
  first.end();
  await settled();
  expect(said).toEqual(['first']);
  failing.end(new Error('the disk'));
  await settled();
  expect(said.toSorted()).toEqual(['failed', 'first', 'hold']);
  held.end();
  await Promise.all(writes);
  expect(said.slice(3)).toEqual(['held', 'next']);
  expect(await holding).toBe('what it returns');
});

test('writes continue after failed work and start immediately if there is none', async () => {
  const lock = createSnapshotLock();
  await expect(lock.hold(() => Promise.reject(new Error('no room')))).rejects.toThrow('no room');
  let hasBegun = false;
  const write = lock.write(() => {
    hasBegun = true;
    return Promise.resolve(7);
  });
  expect(hasBegun).toBe(true);
  expect(await write).toBe(7);
});
