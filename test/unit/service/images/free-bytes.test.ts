import { expect, test } from 'vitest';
import { freeBytes } from '../../../../service/images/free-bytes.ts';

test('a large buffer is empty afterwards, with all its views', () => {
  const bytes = Buffer.alloc(200_000, 1);
  const view = bytes.subarray(10, 20);
  freeBytes(view);
  expect(bytes).toHaveLength(0);
  expect(view).toHaveLength(0);
  freeBytes(bytes);
});

test('small ones, which share their memory with others, stay', () => {
  const one = Buffer.from('one');
  const other = Buffer.from('other');
  freeBytes(one);
  expect(String(one)).toBe('one');
  expect(String(other)).toBe('other');
});
