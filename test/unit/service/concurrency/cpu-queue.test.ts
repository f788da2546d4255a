import { expect, test } from 'vitest';
import { runOnCpuQueue } from '../../../../service/concurrency/cpu-queue.ts';
import { shortestPauseMs } from '../../../../service/concurrency/pause.ts';
import type { Steps } from '../../../../service/concurrency/steps.ts';

const large = 512 * 1024;

function keepBusy(ms: number): void {
  const end = performance.now() + ms;
  while (performance.now() < end);
}

/** Work in one step. */
function oneStep<T>(work: () => T): () => Steps<T> {
  return function* () {
    return work();
  };
}

test('large work is done one in each turn, in order', async () => {
  const events: string[] = [];
  const work = (name: string) =>
    oneStep(() => {
      events.push(name);
      setImmediate(() => events.push(`after ${name}`));
    });
  await Promise.all(['first', 'second', 'third'].map((name) => runOnCpuQueue(large, work(name))));
  await new Promise((resolve) => setImmediate(resolve));
  expect(events).toEqual([
    'first',
    'after first',
    'second',
    'after second',
    'third',
    'after third',
  ]);
});

test('others have a turn between the long steps of one work', async () => {
  const events: string[] = [];
  const done = runOnCpuQueue(large, function* () {
    for (const step of [1, 2]) {
      keepBusy(2);
      events.push(`step ${step}`);
      setImmediate(() => events.push(`after ${step}`));
      yield;
    }
    return 'done';
  });
  expect(await done).toBe('done');
  expect(events).toEqual(['step 1', 'after 1', 'step 2', 'after 2']);
});

test('others get at least as much time between them as each takes', async () => {
  const busyMs = 20;
  const times: number[] = [];
  const work = oneStep(() => {
    times.push(performance.now());
    keepBusy(busyMs);
  });
  await Promise.all([runOnCpuQueue(large, work), runOnCpuQueue(large, work)]);
  const [first = NaN, second = NaN] = times;
  expect(second - first).toBeGreaterThan(2 * busyMs - 2);
});

test('the event loop rests between them, however short they are', async () => {
  const times: number[] = [];
  const work = oneStep(() => times.push(performance.now()));
  await Promise.all([runOnCpuQueue(large, work), runOnCpuQueue(large, work)]);
  const [first = NaN, second = NaN] = times;
  // Timers of Node.js may be early by less than a millisecond.
  expect(second - first).toBeGreaterThan(shortestPauseMs - 1);
});

test('small work waits for nobody', async () => {
  const events: string[] = [];
  const waiting = runOnCpuQueue(
    large,
    oneStep(() => events.push('large')),
  );
  await runOnCpuQueue(
    1,
    oneStep(() => events.push('small')),
  );
  await waiting;
  expect(events).toEqual(['small', 'large']);
});

test('what fails is told, and the next has its turn', async () => {
  const failing = runOnCpuQueue(
    large,
    oneStep(() => {
      throw new Error('broken');
    }),
  );
  await expect(failing).rejects.toThrow('broken');
  expect(
    await runOnCpuQueue(
      large,
      oneStep(() => 'done'),
    ),
  ).toBe('done');
});
