import { expect, test } from 'vitest';
import { layOutLines } from '../../../../../service/dashboard/components/line-chart.tsx';

const size = { width: 100, height: 50 };

test('draws lines from 0 up, with gaps, and single values as short lines', () => {
  const { paths, top, grid, slots } = layOutLines([[1, 2, undefined, 4, undefined]], size);
  expect(top).toBe(4);
  expect(grid.at(-1)).toBe(0);
  expect(paths).toEqual(['M10,37.5L30,25M68,0h4']);
  expect(slots).toHaveLength(5);
  expect(slots[0]).toEqual({ x: 0, width: 20 });
});

test('draws nothing without values', () => {
  expect(layOutLines([[undefined], []], size)).toMatchObject({ paths: ['', ''], top: 1 });
  expect(layOutLines([], size)).toMatchObject({ paths: [], slots: [] });
});
