import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { hashKey, isWellFormedKey, makeKey } from '../../../../service/accounts/api-keys.ts';

const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
// CRC-32 of the 32 characters, in base 62; a format that is in use must not change.
const known = 'alt_000000000000000000000000000000002wjyrI';

test('creates well-formed keys, each of them different', () => {
  const keys = Array.from({ length: 500 }, makeKey);
  for (const key of keys) {
    expect(key).toMatch(/^alt_[0-9A-Za-z]{38}$/);
    expect(isWellFormedKey(key)).toBe(true);
  }
  expect(new Set(keys).size).toBe(keys.length);
});

test('uses every character of the alphabet', () => {
  const seen = new Set(Array.from({ length: 500 }, () => makeKey().slice(4, 36)).join(''));
  expect([...seen].toSorted().join('')).toBe(alphabet);
});

test('recognises a key created long ago', () => {
  expect(isWellFormedKey(known)).toBe(true);
});

test('detects every single-character typo', () => {
  const key = makeKey();
  for (let at = 0; at < key.length; at++) {
    for (const other of alphabet) {
      const typo = key.slice(0, at) + other + key.slice(at + 1);
      if (typo !== key) expect(isWellFormedKey(typo)).toBe(false);
    }
  }
});

test.each([
  '',
  'alt_',
  known.slice(4),
  known.toUpperCase(),
  `${known} `,
  ` ${known}`,
  `${known}\n`,
  `${known}, ${known}`,
  known.slice(0, -1),
  known.replace('0', 'é'),
  'x'.repeat(1_000_000),
])('refuses other strings', (text) => {
  expect(isWellFormedKey(text)).toBe(false);
});

test('stores the SHA-256 of the whole key', () => {
  expect(hashKey(known)).toBe(createHash('sha256').update(known).digest('hex'));
  expect(hashKey(known)).not.toBe(hashKey(known.slice(4)));
});
