import { randomBytes } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { parseDataUri } from '../../../../service/images/read-image.ts';
import { ImageError } from '../../../../service/images/image.ts';
import { measureProcessorMs } from '../../../support/hostile-texts.ts';

const bytes = randomBytes(3_001);
const base64 = bytes.toString('base64');
const lines = base64.replace(/.{76}/g, '$&\r\n');
const tenMegabytes = 10 * 1024 * 1024;

/** The refusal of a data URI. */
function refusal(uri: string, maxBytes = tenMegabytes): string {
  try {
    parseDataUri(uri, maxBytes);
  } catch (error) {
    expect(error).toBeInstanceOf(ImageError);
    expect((error as ImageError).field).toBe('image_file');
    return (error as ImageError).message;
  }
  throw new Error('It was not refused.');
}

describe('accepts', () => {
  test.each([
    ['the plain form', `data:image/png;base64,${base64}`],
    ['upper case', `DATA:IMAGE/PNG;BASE64,${base64}`],
    ['parameters', `data:image/svg+xml;charset=utf-8;base64,${base64}`],
    ['line breaks', `data:image/png;base64,${lines}`],
    ['blanks around it', ` \ndata:image/png;base64,${base64} \n`],
    ['percent-encoding', `data:image/png;base64,${encodeURIComponent(base64)}`],
    ['percent-encoded line breaks', `data:image/png;base64,${encodeURIComponent(lines)}`],
    ['no padding', `data:image/png;base64,${base64.replace(/=+$/, '')}`],
    ['the URL-safe alphabet', `data:image/png;base64,${bytes.toString('base64url')}`],
  ])('%s', (_case, uri) => {
    expect(parseDataUri(uri, tenMegabytes).equals(bytes)).toBe(true);
  });

  const lengths = [1, 2, 3, 4, 100, 49_151, 49_152, 49_153, 200_001];
  test.each(lengths)('%i bytes in both alphabets, with padding and without', (length) => {
    const some = randomBytes(length);
    const text = some.toString('base64');
    for (const form of [text, some.toString('base64url'), text.replace(/=+$/, '')]) {
      expect(parseDataUri(`data:image/gif;base64,${form}`, length).equals(some)).toBe(true);
    }
  });
});

describe('refuses, and explains the format,', () => {
  const empty = 'The data of image_file is empty. ';
  const notBase64 = 'The data of image_file is not base64. ';
  test.each([
    ['nothing', '', ''],
    ['a URL', 'https://example.com/a.png', ''],
    ['bare base64', base64, ''],
    ['another type', `data:text/html;base64,${base64}`, ''],
    ['no type', `data:;base64,${base64}`, ''],
    ['no base64 in the header', `data:image/png,${base64}`, ''],
    ['no comma', `data:image/png;base64${base64}`, ''],
    ['a header without an end', `data:image/png;${'x=y;'.repeat(100)}base64,${base64}`, ''],
    ['no data', 'data:image/png;base64,', empty],
    ['only padding', 'data:image/png;base64,==', empty],
    ['other characters', 'data:image/png;base64,<svg onload="alert(1)"></svg>', notBase64],
    ['a broken escape', `data:image/png;base64,${base64.slice(0, 100)}%E0%A4%A`, notBase64],
    ['a hole', `data:image/png;base64,${base64.slice(0, 100)}****${base64.slice(100)}`, notBase64],
  ])('%s', (_case, uri, what) => {
    expect(refusal(uri)).toBe(
      `${what}Send image_file as a data URI with base64 data: data:image/<type>;base64,<base64-data>.`,
    );
  });
});

test.each(['*', '\0', '"', 'é', '='])('refuses %j anywhere in the data', (wrong) => {
  const text = randomBytes(100_000).toString('base64').replace(/=+$/, '');
  for (const at of [0, 1, 65_535, 65_536, 65_537, text.length - 1]) {
    const damaged = text.slice(0, at) + wrong + text.slice(at);
    expect(refusal(`data:image/png;base64,${damaged}`), `at ${at}`).toMatch(/not base64/);
  }
});

test('accepts up to the maximum number of bytes', () => {
  const uri = `data:image/png;base64,${base64}`;
  expect(parseDataUri(uri, bytes.length)).toHaveLength(bytes.length);
  expect(refusal(uri, bytes.length - 1)).toMatch(/too large/);
});

test('handles 13 MB of any input quickly', async () => {
  for (const unit of ['A', '*', '=', '%0A', ' ', 'abc\n', 'data:image/png;base64,']) {
    const uri = `data:image/png;base64,${unit.repeat(Math.ceil((13 << 20) / unit.length))}`;
    const read = () => {
      try {
        expect(parseDataUri(uri, 2 * tenMegabytes).length).toBeGreaterThan(0);
      } catch (error) {
        expect(error).toBeInstanceOf(ImageError);
      }
    };
    expect(await measureProcessorMs(read, 200), unit).toBeLessThan(200);
  }
});
