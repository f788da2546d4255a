import { expect, test } from 'vitest';
import { createBackoff } from '../../../../../service/storage/postgres/database.ts';

test('pauses after each failure, twice as long as before up to a second', () => {
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

test('failures that come together count as one', () => {
  let now = 0;
  const backoff = createBackoff(() => now);
  for (let i = 0; i < 10; i++) backoff.failed();
  now = 50;
  expect(backoff.isPausing()).toBe(false);
});

test('begins again when something succeeds', () => {
  let now = 0;
  const backoff = createBackoff(() => now);
  for (; now < 10_000; now += 2_000) backoff.failed();
  backoff.succeeded();
  expect(backoff.isPausing()).toBe(false);
  backoff.failed();
  now += 50;
  expect(backoff.isPausing()).toBe(false);
});
