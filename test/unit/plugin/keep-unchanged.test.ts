import { expect, it } from 'vitest';
import { keepUnchanged } from '../../../plugin/src/editor/keep-unchanged.ts';

it('hands on the very object where nothing in it changed', () => {
  const keep = keepUnchanged<{ id: number; alt: string }>();
  const [one, two] = keep([
    { id: 1, alt: '' },
    { id: 2, alt: '' },
  ]);
  const next = keep([
    { id: 1, alt: '' },
    { id: 2, alt: 'A text' },
  ]);
  expect(next[0]).toBe(one);
  expect(next[1]).not.toBe(two);
  expect(next[1]).toEqual({ id: 2, alt: 'A text' });
});
