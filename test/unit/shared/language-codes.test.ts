import { expect, test } from 'vitest';
import { languageCodes } from '../../../shared/language-codes.ts';
import { languages } from '../../../shared/languages.ts';

test('the codes without names are those of the list', () => {
  expect(languageCodes).toEqual(languages.map(({ code }) => code));
});
