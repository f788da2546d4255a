import { expect, test } from 'vitest';
import { createBackoff } from '../../../../../service/storage/postgres/database.ts';

test('doubles the pause after each failure, up to a second', () => {
  let now = 0;
  const backoff = createBackoff(() => now);
  expect(backoff.isPausing()).toBe(false);
  for (const pause of [50, 100, 200, 400, 800, 1_000, 1_000]) {
    backoff.failed();
    now += pause - 1;
    expect(backoff.isPausing()).toBe(true);
    now += 1;
    expect(backoff.isPausing()).toBe(false);
  }
});

test('counts failures at the same time as one', () => {
  let now = 0;
  const backoff = createBackoff(() => now);
  for (let i = 0; i < 10; i++) backoff.failed();
  now = 50;
  expect(backoff.isPausing()).toBe(false);
});

test('starts over after a success', () => {
  let now = 0;
  const backoff = createBackoff(() => now);
  for (; now < 10_000; now += 2_000) backoff.failed();
  backoff.succeeded();
  expect(backoff.isPausing()).toBe(false);
  backoff.failed();
  now += 50;
  expect(backoff.isPausing()).toBe(false);
});
