import { expect, test } from 'vitest';
import {
  firstDayOf,
  parsePeriod,
  stepsOf,
  totalOf,
} from '../../../../../../service/dashboard/pages/usage/periods.ts';

const counts = (calls: number) => ({ calls, failures: 0, fallbacks: 0, cached: 0, credits: calls });
const day = (of: string, calls: number) => ({ day: of, ...counts(calls) });
// A Saturday.
const today = '2026-11-21';

test('has a step for each day, oldest first, including days without calls', () => {
  const steps = stepsOf(
    [day('2026-11-21', 3), day('2026-11-16', 2), day('2026-11-14', 9)],
    7,
    today,
  );
  expect(steps.map(({ from, to, calls }) => [from, to, calls])).toEqual([
    ['2026-11-15', '2026-11-15', 0],
    ['2026-11-16', '2026-11-16', 2],
    ['2026-11-17', '2026-11-17', 0],
    ['2026-11-18', '2026-11-18', 0],
    ['2026-11-19', '2026-11-19', 0],
    ['2026-11-20', '2026-11-20', 0],
    ['2026-11-21', '2026-11-21', 3],
  ]);
});

test('has a step for each week from Monday for more than 90 days', () => {
  expect(stepsOf([], 90, today)).toHaveLength(90);
  const rows = [day('2026-11-21', 1), day('2026-11-16', 2), day('2026-11-15', 4)];
  const steps = stepsOf(rows, 400, today);
  expect(steps).toHaveLength(58);
  expect(steps.at(-1)).toEqual({ from: '2026-11-16', to: '2026-11-21', ...counts(3) });
  expect(steps.at(-2)).toEqual({ from: '2026-11-09', to: '2026-11-15', ...counts(4) });
  expect(steps[0]?.from).toBe(firstDayOf(400, today));
});

test('handles the end of a month and a leap day', () => {
  expect(firstDayOf(7, '2028-03-03')).toBe('2028-02-26');
  expect(stepsOf([], 7, '2028-03-03')[3]?.from).toBe('2028-02-29');
});

test('adds up all counts', () => {
  const one = { calls: 9, failures: 1, fallbacks: 2, cached: 3, credits: 5 };
  expect(totalOf([one, one, counts(1)])).toEqual({
    calls: 19,
    failures: 2,
    fallbacks: 4,
    cached: 6,
    credits: 11,
  });
  expect(totalOf([])).toEqual(counts(0));
});

test.each([
  ['7', 7],
  ['400', 400],
  ['401', 30],
  [undefined, 30],
  [['7', '90'], 30],
  ['7 ', 30],
])('reads %j as a period of %i days', (value, period) => {
  expect(parsePeriod(value)).toBe(period);
});
