import { expect, test } from 'vitest';
import { readTokens } from '../../../../service/providers/provider.ts';

test('ignores missing or invalid counts', () => {
  expect(readTokens(12, 3)).toEqual({ input: 12, output: 3 });
  for (const odd of [undefined, null, '7', -1, 1.5, NaN, Infinity, {}]) {
    expect(readTokens(odd, odd)).toEqual({ input: 0, output: 0 });
  }
});
