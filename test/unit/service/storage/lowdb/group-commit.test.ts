import { expect, test } from 'vitest';
import { groupCommit } from '../../../../../service/storage/lowdb/group-commit.ts';

/** Writes that end when the test says so; `written` is what memory held when each began. */
function manualWrites() {
  const memory: string[] = [];
  const written: string[] = [];
  const ends: { resolve: () => void; reject: (error: Error) => void }[] = [];
  const commits = groupCommit(() => {
    written.push(memory.join(''));
    return new Promise((resolve, reject) => ends.push({ resolve, reject }));
  });
  return {
    memory,
    written,
    /** Changes memory and commits; failing takes the change back. */
    async change(letter: string) {
      memory.push(letter);
      await commits.commit(() => void memory.splice(memory.lastIndexOf(letter), 1));
      return letter;
    },
    /** Waits until the n-th write has begun, and answers what ends it. */
    async write(n: number) {
      await expect.poll(() => ends.length).toBe(n);
      return ends[n - 1] ?? { resolve: () => undefined, reject: () => undefined };
    },
    idle: commits.idle,
  };
}

const diskFull = new Error('disk full');

test('changes that arrive together share one write', async () => {
  const { change, write, written } = manualWrites();
  const all = Promise.all([change('a'), change('b'), change('c')]);
  (await write(1)).resolve();
  expect(await all).toEqual(['a', 'b', 'c']);
  expect(written).toEqual(['abc']);
});

test('a change that arrives during a write waits for the next one', async () => {
  const { change, write, written } = manualWrites();
  const done: string[] = [];
  const first = change('a').then((letter) => done.push(letter));
  const { resolve } = await write(1);
  const second = change('b').then((letter) => done.push(letter));
  resolve();
  await first;
  const { resolve: resolveSecond } = await write(2);
  expect(done).toEqual(['a']);
  resolveSecond();
  await second;
  expect(written).toEqual(['a', 'ab']);
});

test('a failed write takes its changes back, newest first, and rejects each', async () => {
  const { change, write, memory } = manualWrites();
  const outcomes = Promise.allSettled([change('a'), change('a'), change('b')]);
  (await write(1)).reject(diskFull);
  expect((await outcomes).map(({ status }) => status)).toEqual([
    'rejected',
    'rejected',
    'rejected',
  ]);
  expect(memory).toEqual([]);
});

test('changes that came during a failing write fail with it: they rest on it', async () => {
  const { change, write, memory, written } = manualWrites();
  const outcomes = [change('a')];
  const { reject } = await write(1);
  outcomes.push(change('b'));
  const settled = Promise.allSettled(outcomes);
  reject(diskFull);
  expect(await settled).toEqual([
    { status: 'rejected', reason: diskFull },
    { status: 'rejected', reason: diskFull },
  ]);
  expect(memory).toEqual([]);
  expect(written).toEqual(['a']);
});

test('a failed write leaves earlier changes, and later ones work', async () => {
  const { change, write, memory, written } = manualWrites();
  const first = change('a');
  (await write(1)).resolve();
  await first;

  const second = change('b');
  (await write(2)).reject(diskFull);
  await expect(second).rejects.toBe(diskFull);

  const third = change('c');
  (await write(3)).resolve();
  await third;
  expect(memory).toEqual(['a', 'c']);
  expect(written).toEqual(['a', 'ab', 'ac']);
});

test('is idle when nothing waits to be written', async () => {
  const { change, idle, write } = manualWrites();
  await idle();
  let isIdle = false;
  const changed = change('a');
  const idled = idle().then(() => (isIdle = true));
  const { resolve } = await write(1);
  expect(isIdle).toBe(false);
  resolve();
  await changed;
  await idled;
});
