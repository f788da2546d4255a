import fc from 'fast-check';
import { expect, test } from 'vitest';
import { ownPath, signInPath } from '../../../../service/dashboard/paths.ts';

test('continues to our own pages with their query', () => {
  for (const path of ['/dashboard', '/dashboard/keys', '/dashboard/users?page=2&q=a%20b']) {
    expect(ownPath(path)).toBe(path);
  }
  expect(signInPath('/dashboard/users?q=a&b')).toBe(
    '/dashboard/sign-in?next=%2Fdashboard%2Fusers%3Fq%3Da%26b',
  );
  expect([signInPath('/dashboard'), signInPath()]).toEqual(Array(2).fill('/dashboard/sign-in'));
});

test('always stays on our host under /dashboard', () => {
  const piece = fc.constantFrom(
    '/',
    '\\',
    '//',
    '..',
    '%2e',
    '@',
    ':',
    'dashboard',
    'evil.example',
    '\t',
    '?',
    '#',
    'https:',
  );
  fc.assert(
    fc.property(
      fc.array(piece, { maxLength: 12 }).map((pieces) => pieces.join('')),
      (next) => {
        const { host, pathname } = new URL(ownPath(next), 'https://ours.example/dashboard/sign-in');
        expect(host).toBe('ours.example');
        expect(pathname).toMatch(/^\/dashboard(\/|$)/);
      },
    ),
  );
});
