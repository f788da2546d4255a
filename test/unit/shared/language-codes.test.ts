import { expect, test } from 'vitest';
import { languageCodes } from '../../../shared/language-codes.ts';
import { languages } from '../../../shared/languages.ts';

test('the codes without names match the list', () => {
  expect(languageCodes).toEqual(languages.map(({ code }) => code));
});
