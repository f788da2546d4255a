import { expect, test } from 'vitest';
import { layOutBars } from '../../../../../service/dashboard/components/bar-chart.tsx';

const size = { width: 100, height: 50 };

/** The bars of a path, as [left, bottom, top, right]. */
function barsOf(path = ''): number[][] {
  return path
    .split('Z')
    .slice(0, -1)
    .map((bar) => (bar.match(/-?[\d.]+/g) ?? []).slice(0, 4).map(Number));
}

test('scales each bar to the labelled line', () => {
  const { paths, lines, top } = layOutBars([[0, 20, 40]], size);
  expect(top).toBe(40);
  expect(lines.at(-1)).toBe(0);
  const [half = [], whole = []] = barsOf(paths[0]);
  expect(half.slice(1, 3)).toEqual([50, 25]);
  expect(whole.slice(1, 3)).toEqual([50, 0]);
  expect(whole[3]).toBeCloseTo(100, 0);
});

test('stacks one series on the other', () => {
  const { paths } = layOutBars([[10], [30]], size);
  expect(barsOf(paths[0])[0]?.slice(1, 3)).toEqual([50, 37.5]);
  expect(barsOf(paths[1])[0]?.slice(1, 3)).toEqual([37.5, 0]);
});

test('keeps one call visible beside a million', () => {
  const [one = []] = barsOf(layOutBars([[1, 1_000_000]], size).paths[0]);
  expect(one.slice(1, 3)).toEqual([50, 49]);
});

test('draws no bar without calls, and no line at half a call', () => {
  expect(layOutBars([[0, 0]], size)).toMatchObject({ paths: [''], top: 1, lines: [0] });
  expect(layOutBars([], size)).toMatchObject({ paths: [], slots: [] });
});

test('places every bar within the plot', () => {
  const { slots } = layOutBars([Array.from({ length: 90 }, () => 1)], size);
  expect(slots).toHaveLength(90);
  for (const { x, width } of slots) {
    expect(x).toBeGreaterThanOrEqual(0);
    expect(width).toBeGreaterThan(0);
    expect(x + width).toBeLessThanOrEqual(100.1);
  }
});
