import { expect, test } from 'vitest';
import { compareWithLedger, type Charge } from '../../failover-drill/ledger-check.ts';
import type { Attempt } from '../../failover-drill/traffic.ts';

function attempt(id: string, status: number, call = id): Attempt {
  return { id, call, userId: 'a@example.com', start: 0, end: 1, status, words: '' };
}

const charges = (...ids: string[]): Charge[] =>
  ids.map((request_id) => ({ user_id: 'a@example.com', request_id, credits: -1 }));

test('a text is charged once after any number of attempts, and a failure is not charged', () => {
  const attempts = [
    attempt('one', 200),
    attempt('failed', 500),
    attempt('first', 500, 'tried again'),
    attempt('second', 200, 'tried again'),
  ];
  expect(compareWithLedger(attempts, charges('one', 'second'))).toEqual({
    texts: 2,
    charges: 2,
    chargedWithoutResponse: 0,
    textsWithoutCharge: 0,
    faults: [],
  });
});

test('counts a charge with a lost response, which is not a fault', () => {
  const attempts = [attempt('cut', 0), attempt('by the proxy', 502)];
  const found = compareWithLedger(attempts, charges('cut', 'by the proxy'));
  expect(found).toMatchObject({ chargedWithoutResponse: 2, faults: [] });
});

test('counts a text with a lost charge and no other fault', () => {
  const attempts = [
    attempt('one', 200),
    attempt('first', 0, 'again'),
    attempt('second', 200, 'again'),
  ];
  expect(compareWithLedger(attempts, charges())).toMatchObject({
    textsWithoutCharge: 2,
    faults: [],
  });
});

test.each([
  ['a text charged twice', [attempt('one', 200)], charges('one', 'one')],
  ['two attempts charged', [attempt('a', 502, 'x'), attempt('b', 200, 'x')], charges('a', 'b')],
  ['a failure charged', [attempt('one', 500)], charges('one')],
  ['a charge of nobody', [], charges('one')],
])('finds %s', (_name, attempts, found) => {
  expect(compareWithLedger(attempts, found).faults).toHaveLength(1);
});
