import { expect, test } from 'vitest';
import { isAboutParameter } from '../../../../service/providers/adapt-form.ts';
import type { ModelRequest } from '../../../../service/providers/provider.ts';

test('an error that quotes a page is about a parameter only if it also names it in its own words', () => {
  const context = 'Two men are deep in thinking about a boat in the old harbour.';
  const isAbout = (message: string) =>
    isAboutParameter(/thinking/i, message, { context } as ModelRequest);
  expect(isAbout(`Invalid content: ${context}`)).toBe(false);
  // A server may quote the start of it, or the end: twenty characters beside the word are enough.
  expect(isAbout('Invalid content near "thinking about a boat in the"')).toBe(false);
  expect(isAbout('Invalid content near "Two men are deep in thinking"')).toBe(false);
  expect(isAbout('thinking is not supported')).toBe(true);
  expect(isAbout(`thinking is not supported. Content: ${context}`)).toBe(true);
});
