import { expect, test } from 'vitest';
import { latencyBound, percentile } from '../../../../service/metrics/last-hour.ts';

function countsOf(latencies: readonly number[]) {
  const counts = new Map<string, number>();
  for (const seconds of latencies) {
    const bound = latencyBound(seconds);
    counts.set(bound, (counts.get(bound) ?? 0) + 1);
  }
  return [...counts].map(([bound, count]) => ({ bound: Number(bound), count }));
}

test.each([0.000_3, 0.01, 0.9, 4, 25])(
  "a latency of %s s is within 20 % of its bucket's bound",
  (s) => {
    const bound = Number(latencyBound(s));
    expect(bound).toBeGreaterThanOrEqual(s * 0.999);
    expect(bound).toBeLessThanOrEqual(s * 1.201);
  },
);

test('a latency of zero is in the first bucket', () => {
  expect(latencyBound(0)).toBe('0.0001');
});

test('percentiles are within 20 % of the true ones', () => {
  const counts = countsOf(Array.from({ length: 1_000 }, (_, n) => (n + 1) / 100));
  for (const [share, truth] of [
    [0.5, 5],
    [0.95, 9.5],
  ] as const) {
    const found = percentile(counts, share) ?? NaN;
    expect(found).toBeGreaterThan(truth / 1.2);
    expect(found).toBeLessThan(truth * 1.2);
  }
  expect(percentile([], 0.5)).toBeUndefined();
});
