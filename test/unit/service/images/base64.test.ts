import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { finish } from '../../../../service/concurrency/steps.ts';
import { decodeBase64 } from '../../../../service/images/base64.ts';

/** Around the length at which a second piece begins. */
const lengths = [0, 1, 2, 3, 100, 49_150, 49_151, 49_152, 49_153, 98_304, 200_001];

test.each(lengths)('decodes %i bytes in both alphabets, with padding and without', (length) => {
  const bytes = randomBytes(length);
  const text = bytes.toString('base64');
  for (const form of [text, bytes.toString('base64url'), text.replace(/=+$/, '')]) {
    expect(finish(decodeBase64(Buffer.from(form)))?.equals(bytes)).toBe(true);
  }
});

test.each(['\n', ' ', '*', '\0', '"', 'é', '='])('refuses %j wherever it stands', (wrong) => {
  const text = randomBytes(100_000).toString('base64').replace(/=+$/, '');
  for (const at of [0, 1, 65_535, 65_536, 65_537, text.length - 1]) {
    const damaged = Buffer.from(text.slice(0, at) + wrong + text.slice(at), 'latin1');
    expect(finish(decodeBase64(damaged)), `at ${at}`).toBeUndefined();
  }
});
