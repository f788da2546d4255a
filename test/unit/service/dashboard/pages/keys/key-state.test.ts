import { expect, test } from 'vitest';
import {
  inOrder,
  keyState,
  works,
} from '../../../../../../service/dashboard/pages/keys/key-state.ts';
import type { ApiKey } from '../../../../../../service/storage/interfaces/api-keys.ts';

const now = '2026-11-21T12:00:00.000Z';
const before = '2026-11-21T11:59:59.999Z';
const after = '2026-11-21T12:00:00.001Z';

test.each([
  { state: 'active', expires_at: null, revoked_at: null, isWorking: true },
  { state: 'expires', expires_at: after, revoked_at: null, isWorking: true },
  { state: 'expired', expires_at: now, revoked_at: null, isWorking: false },
  { state: 'revoked', expires_at: after, revoked_at: before, isWorking: false },
])('detects a key that is $state', ({ state, isWorking, ...key }) => {
  expect(keyState(key, now)).toBe(state);
  expect(works(key, now)).toBe(isWorking);
});

test('lists active keys before the others, each newest first', () => {
  const key = (id: string, created_at: string, revoked_at: string | null = null): ApiKey => ({
    id,
    owner_id: 'owner@example.com',
    name: id,
    hash: id,
    last4: 'x1Yz',
    created_at,
    last_used_at: null,
    user_id: null,
    revoked_at,
    expires_at: null,
  });
  const keys = [
    key('old', '2026-01-01T00:00:00.000Z'),
    key('old, revoked', '2026-02-01T00:00:00.000Z', before),
    key('new', '2026-03-01T00:00:00.000Z'),
    key('new, revoked', '2026-04-01T00:00:00.000Z', before),
  ];
  expect(inOrder(keys, now).map(({ id }) => id)).toEqual([
    'new',
    'old',
    'new, revoked',
    'old, revoked',
  ]);
});
