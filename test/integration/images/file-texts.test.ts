import { expect, test } from 'vitest';
import { readAltTextOfFile } from '../../../service/images/file-texts.ts';
import { imageWithXmp, writeXmp } from '../../support/xmp.ts';

const read = async (alt: Record<string, string>, language: string) =>
  readAltTextOfFile(await imageWithXmp(writeXmp({ alt })), language);

test('reads the alt text of a file in the requested language', async () => {
  const alt = { 'x-default': 'A boat', 'en-US': 'A boat', 'de-DE': 'Ein Boot &amp; mehr' };
  expect(await read(alt, 'de')).toBe('Ein Boot & mehr');
  expect(await read(alt, 'en-GB')).toBe('A boat');
  expect(await read(alt, 'fr')).toBeUndefined();
  expect(await read({ 'x-default': 'A boat' }, 'fr')).toBe('A boat');
  expect(await read({}, 'en')).toBeUndefined();
  expect(await readAltTextOfFile(Buffer.from('no image'), 'en')).toBeUndefined();
});

test.each([
  ['half of it', writeXmp({ alt: { en: 'A boat' } }).slice(0, 500)],
  ['too many levels', '<a>'.repeat(20_000) + '</a>'.repeat(20_000)],
])('damaged XMP has no text: %s', async (_case, xmp) => {
  expect(await readAltTextOfFile(await imageWithXmp(xmp), 'en')).toBeUndefined();
});
