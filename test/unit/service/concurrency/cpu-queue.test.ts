import { expect, test } from 'vitest';
import { runOnCpuQueue } from '../../../../service/concurrency/cpu-queue.ts';

const large = 256 * 1024;

test('large work is done one in each turn, in order', async () => {
  const events: string[] = [];
  const work = (name: string) => () => {
    events.push(name);
    setImmediate(() => events.push(`after ${name}`));
  };
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

test('others get at least as much time between them as each takes', async () => {
  const busyMs = 20;
  const times: number[] = [];
  const work = () => {
    times.push(performance.now());
    while (performance.now() < (times.at(-1) ?? 0) + busyMs);
  };
  await Promise.all([runOnCpuQueue(large, work), runOnCpuQueue(large, work)]);
  const [first = NaN, second = NaN] = times;
  expect(second - first).toBeGreaterThan(2 * busyMs - 2);
});

test('small work waits for nobody', async () => {
  const events: string[] = [];
  const waiting = runOnCpuQueue(large, () => events.push('large'));
  await runOnCpuQueue(1, () => events.push('small'));
  await waiting;
  expect(events).toEqual(['small', 'large']);
});

test('what fails is told, and the next has its turn', async () => {
  const failing = runOnCpuQueue(large, () => {
    throw new Error('broken');
  });
  await expect(failing).rejects.toThrow('broken');
  expect(await runOnCpuQueue(large, () => 'done')).toBe('done');
});
