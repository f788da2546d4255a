import { Registry } from 'prom-client';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createLastHour, createLastHourGauge } from '../../../../service/metrics/last-hour.ts';

const minute = 60_000;

beforeEach(() => vi.useFakeTimers({ now: new Date('2026-11-21T12:00:30Z') }));
afterEach(() => vi.useRealTimers());

test('keeps the sums of one hour by minute', () => {
  const { add, sums } = createLastHour();
  add('a');
  add('a', 2);
  add('b', 5);
  vi.advanceTimersByTime(59 * minute);
  add('a', 10);
  expect(Object.fromEntries(sums())).toEqual({ a: 13, b: 5 });
  vi.advanceTimersByTime(minute);
  expect(Object.fromEntries(sums())).toEqual({ a: 10 });
  vi.advanceTimersByTime(59 * minute);
  expect(sums().size).toBe(0);
});

test('setting the clock back leaves no sums that never expire', () => {
  const { add, sums } = createLastHour();
  vi.setSystemTime(new Date('2030-01-01T00:00:00Z'));
  add('a');
  vi.setSystemTime(new Date('2026-11-21T12:00:30Z'));
  expect(sums().size).toBe(0);
});

test('a gauge has the sums by label and drops expired ones', async () => {
  const registry = new Registry();
  const add = createLastHourGauge(registry, { name: 'g', help: 'h', labelNames: ['x', 'y'] });
  add(['one', 'two'], 3);
  expect(await registry.metrics()).toContain('g{x="one",y="two"} 3\n');
  vi.advanceTimersByTime(60 * minute);
  expect(await registry.metrics()).not.toContain('one');
});
