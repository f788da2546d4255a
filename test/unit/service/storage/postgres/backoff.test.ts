import { expect, test } from 'vitest';
import { createBackOff } from '../../../../../service/storage/postgres/backoff.ts';

test('pauses after each failure, twice as long as before up to a second', () => {
  let now = 0;
  const backOff = createBackOff(() => now);
  expect(backOff.isPausing()).toBe(false);
  for (const pause of [50, 100, 200, 400, 800, 1_000, 1_000]) {
    backOff.failed();
    now += pause - 1;
    expect(backOff.isPausing()).toBe(true);
    now += 1;
    expect(backOff.isPausing()).toBe(false);
  }
});

test('failures that come together count as one', () => {
  let now = 0;
  const backOff = createBackOff(() => now);
  for (let i = 0; i < 10; i++) backOff.failed();
  now = 50;
  expect(backOff.isPausing()).toBe(false);
});

test('begins again when something succeeds', () => {
  let now = 0;
  const backOff = createBackOff(() => now);
  for (; now < 10_000; now += 2_000) backOff.failed();
  backOff.succeeded();
  expect(backOff.isPausing()).toBe(false);
  backOff.failed();
  now += 50;
  expect(backOff.isPausing()).toBe(false);
});
