import { expect, test } from 'vitest';
import { browserName, formatsOf } from '../../../../service/dashboard/format.ts';
import { locales, textsOf } from '../../../../service/dashboard/locales/locales.ts';

const now = new Date('2026-11-21T12:00:00Z');
const ago = (seconds: number) => new Date(now.getTime() - seconds * 1_000);

test('numbers and times follow the language, and times have their zone', () => {
  const [en, de] = [formatsOf('en'), formatsOf('de')];
  expect([en.number(1234567.5), de.number(1234567.5)]).toEqual(['1,234,567.5', '1.234.567,5']);
  // Some spaces are narrow, or do not break.
  const plain = (said: string) => said.replaceAll(/\s/g, ' ');
  expect([en.percent(0.256), plain(de.percent(0.256))]).toEqual(['25.6%', '25,6 %']);
  expect([en.duration(0.0123), de.duration(1.25)]).toEqual(['12.3\u00a0ms', '1,25\u00a0Sek.']);
  expect(plain(en.exactTime(now))).toBe('Nov 21, 2026, 12:00:00 PM UTC');
  expect(plain(de.exactTime(now))).toBe('21. Nov. 2026, 12:00:00 UTC');
});

test.each([
  [10, 'now'],
  [119, '1 minute ago'],
  [7_200, '2 hours ago'],
  [86_400, '1 day ago'],
  [-7_200, 'in 2 hours'],
  [40 * 86_400, '1 month ago'],
  [800 * 86_400, '2 years ago'],
])('%s seconds ago is "%s"', (seconds, said) => {
  expect(formatsOf('en').relativeTime(ago(seconds), now)).toBe(said);
});

test('plurals follow the language', () => {
  const said = locales.map((locale) => {
    const { tooManyTries } = textsOf(locale).signIn;
    return [tooManyTries(1), tooManyTries(15)];
  });
  expect(said[0]?.[0]).toContain('1 minute,');
  expect(said[0]?.[1]).toContain('15 minutes,');
  expect(said[1]?.[0]).toContain('1 Minute ');
  expect(said[1]?.[1]).toContain('15 Minuten ');
});

test.each([
  ['Mozilla/5.0 (X11; Linux x86_64) Gecko/20100101 Firefox/140.0', 'Firefox, Linux'],
  [
    'Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 Chrome/140.0 Safari/537.36 Edg/140.0',
    'Edge, Windows',
  ],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Version/18.0 Safari/604.1',
    'Safari, iPhone',
  ],
  ['Mozilla/5.0 (Linux; Android 15) Chrome/140.0 Mobile Safari/537.36', 'Chrome, Android'],
  ['curl/8.5', 'curl/8.5'],
  ['', ''],
])('the browser %s is called "%s"', (header, name) => {
  expect(browserName(header)).toBe(name);
});
