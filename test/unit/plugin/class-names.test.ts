import { expect, test } from 'vitest';
import { compareClassNames } from '../../support/class-names.ts';

test('the plugin gives the classes that its style sheets have, and no others of its own', () => {
  const folders = ['plugin/src', 'plugin/includes'];
  // WordPress styles its own `is-next-40px-default-size`.
  const isOwn = (name: string) => /^(altscribe|is)-(?!next-40px)/.test(name);
  expect(compareClassNames(folders, isOwn)).toEqual({
    unused: [],
    unknown: [],
  });
});
