import { expect, test } from 'vitest';
import { languageName } from '../../../../../../service/dashboard/pages/calls/list-calls.tsx';
import { languages } from '../../../../../../shared/languages.ts';

test.each([
  ['de', 'en', 'German'],
  ['de', 'de', 'Deutsch'],
  ['pt_BR', 'de', 'Portugiesisch (Brasilien)'],
  ['xx', 'en', 'English'],
])('calls %s in %s "%s"', (code, locale, name) => {
  expect(languageName(code, locale)).toBe(name);
});

test('has a name for every language', () => {
  for (const { code } of languages) {
    expect(languageName(code, 'de'), code).not.toMatch(/^$|undefined/);
    expect(languageName(code, 'de'), code).not.toBe(code);
  }
});
