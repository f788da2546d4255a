import { scryptSync } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import {
  checkPassword,
  hashPassword,
  verifyPassword,
} from '../../../../service/accounts/passwords.ts';

/** A hash that costs little, as an earlier version may have stored it. */
function cheapHash(password: string): string {
  const hash = scryptSync(password, 'salt', 32, { N: 2 ** 4, r: 8, p: 1 }).toString('base64');
  return `$scrypt$ln=4,r=8,p=1$${Buffer.from('salt').toString('base64')}$${hash}`;
}

describe('a password', () => {
  test('is hashed as OWASP recommends, with its own salt, and verified', async () => {
    const [one, other] = await Promise.all([hashPassword('a boat 7'), hashPassword('a boat 7')]);
    expect(one).toMatch(/^\$scrypt\$ln=17,r=8,p=1\$[\w+/]{22}==\$[\w+/]{43}=$/);
    expect(other).not.toBe(one);
    expect(await verifyPassword('a boat 7', one)).toBe(true);
    expect(await verifyPassword('a boat 8', one)).toBe(false);
  });

  test('is verified with the cost stored in its hash', async () => {
    expect(await verifyPassword('a boat', cheapHash('a boat'))).toBe(true);
    expect(await verifyPassword('a goat', cheapHash('a boat'))).toBe(false);
    expect(await verifyPassword('', cheapHash('a boat'))).toBe(false);
  });

  test('may be typed with other code points for the same characters', async () => {
    expect(await verifyPassword('cafe\u0301', cheapHash('caf\u00e9'))).toBe(true);
  });

  test.each([[undefined], [null], [''], ['nonsense']])(
    'is wrong for an unknown user (%s) after the same amount of work',
    async (stored) => {
      const work = process.cpuUsage();
      expect(await verifyPassword('a boat', stored)).toBe(false);
      const { user } = process.cpuUsage(work);
      // A third of the time on a fast machine, in microseconds.
      expect(user).toBeGreaterThan(50_000);
    },
  );
});

describe('a new password', () => {
  const check = (password: string) => checkPassword(password, 'anna.schmidt@example.com');

  test.each([
    ['correct horse battery staple'],
    ['kitchen lamp river 42'],
    ['Tr0ub4dour&3x'],
    ['日本語のパスワードは長い'],
    ['x7'.repeat(10) + 'Nordlicht und Regen'.repeat(50)],
  ])('%s is good', async (password) => {
    expect(await check(password)).toEqual([]);
  });

  test.each([
    ['Tr0ub4dour', ['too-short']],
    ['👁🚤🌊🪁🧭🐙🪸', ['too-short']],
    ['', ['too-short']],
    ['x9$Kq', ['too-short']],
    ['password', ['too-short', 'common']],
    ['anna', ['too-short', 'personal']],
    ['password1234', ['common']],
    ['passwordpassword', ['common']],
    ['123456789012', ['common']],
    ['1q2w3e4r5t6y', ['common']],
    ['abcdefghijkl', ['common']],
    ['aaaaaaaaaaaa', ['common']],
    ['Passwort1234', ['common']],
    ['anna.schmidt@example.com', ['personal']],
    ['Anna.Schmidt1', ['personal']],
    ['annaschmidt2026', ['personal']],
    ['Example.com2026', ['personal']],
    ['altscribe2026', ['personal']],
    ['Alt5cribe1234', ['personal']],
    ['x'.repeat(1_001), ['too-long']],
  ])('%s is refused: %j', async (password, problems) => {
    expect(await check(password)).toEqual(problems);
  });
});
