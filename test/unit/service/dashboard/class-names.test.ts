import { expect, test } from 'vitest';
import { compareClassNames } from '../../../support/class-names.ts';

test('the dashboard gives the classes that its style sheets have, and no others', () => {
  expect(compareClassNames(['service/dashboard'], () => true)).toEqual({ unused: [], unknown: [] });
});
