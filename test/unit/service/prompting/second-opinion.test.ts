import { expect, test } from 'vitest';
import { findDoubts } from '../../../../service/prompting/second-opinion.ts';

const text = 'İki kedi İSTANBUL’da: one partly Open, ΜΕΓΑΣ, “Straße”';

test.each([
  ['Kedi', 'kedi'],
  ['one PARTLY open', 'one partly Open'],
  ['“strasse”', undefined],
  ['straße', 'Straße'],
  ['μεγας,', 'ΜΕΓΑΣ,'],
  ['“İSTANBUL”.', 'İSTANBUL'],
  ['kedi (2.*', undefined],
])('finds the quotation %s where it is in the text', (quotation, found) => {
  expect(findDoubts([quotation], text)).toEqual(found === undefined ? [] : [found]);
});
