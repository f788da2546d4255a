import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import {
  createFirstOperatorLink,
  createLink,
  findLink,
  useLink,
} from '../../../../service/accounts/one-time-links.ts';
import {
  createSession,
  endSession,
  findSession,
  listSessions,
  hashToken,
  makeToken,
} from '../../../../service/accounts/sessions.ts';
import { verifyPassword } from '../../../../service/accounts/passwords.ts';
import type { AccountStore } from '../../../../service/storage/interfaces/storage-backend.ts';
import { openLowdbAccountStore } from '../../../../service/storage/lowdb/account-store.ts';
import { credentialsIn } from '../../../support/credentials.ts';
import { temporaryFolder } from '../../../support/temporary-folder.ts';

const user = 'anna@example.com';
const failed = vi.fn();
const [minute, hour, day] = [60_000, 3_600_000, 86_400_000];
let store: AccountStore;
let start: number;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'] });
  start = Date.now();
});

afterEach(() => vi.useRealTimers());

const at = (ms: number) => vi.setSystemTime(start + ms);

/** A store with an operator, whose password hash is not real, because real ones take a while. */
async function openStore(): Promise<void> {
  store = await openLowdbAccountStore(await temporaryFolder());
  onTestFinished(() => store.close());
  const hash = hashToken('first');
  const now = new Date().toISOString();
  const expires_at = new Date(start + hour).toISOString();
  await store.createLink({
    token_hash: hash,
    purpose: 'setup',
    user_id: user,
    created_at: now,
    expires_at,
  });
  await store.useLink(hash, { user_id: user, password_hash: 'hash' }, now);
}

async function makeSession(userAgent: string): Promise<string> {
  const credentials = await credentialsIn(store, user);
  return (await createSession(store, { userId: user, credentials }, userAgent)) ?? '';
}

const find = (id: string) => findSession(store, id, { failed });

test('a token has 256 random bits, and only its hash is stored', async () => {
  await openStore();
  expect(makeToken()).toMatch(/^[\w-]{43}$/);
  expect(makeToken()).not.toBe(makeToken());
  const id = await makeSession('B'.repeat(300));
  expect(id).toMatch(/^[\w-]{43}$/);
  const [session] = await store.listSessions(user);
  expect(session).toMatchObject({ id_hash: hashToken(id), user_agent: 'B'.repeat(200) });
  expect(JSON.stringify(session)).not.toContain(id);
  expect(await find(id)).toMatchObject({ session, login: { user_id: user, is_operator: true } });
  expect(await find(hashToken(id))).toBeUndefined();
  expect(await find('')).toBeUndefined();
});

test('a session ends 12 hours after the last request', async () => {
  await openStore();
  const id = await makeSession('Browser');
  at(12 * hour - 1);
  expect(await find(id)).toBeDefined();
  at(23 * hour);
  expect(await find(id)).toBeDefined();
  at(35 * hour);
  expect(await find(id)).toBeUndefined();
  expect(await listSessions(store, user)).toEqual([]);
});

test('a session ends after 30 days, however much it is used', async () => {
  await openStore();
  const id = await makeSession('Browser');
  for (let n = 1; n * 10 * hour < 30 * day; n++) {
    at(n * 10 * hour);
    expect(await find(id)).toBeDefined();
  }
  at(30 * day - 1);
  expect(await listSessions(store, user)).toHaveLength(1);
  at(30 * day);
  expect(await find(id)).toBeUndefined();
});

test('the last use of a session is written once a minute at most', async () => {
  await openStore();
  const id = await makeSession('Browser');
  const touch = vi.spyOn(store, 'touchSession');
  at(minute - 1);
  await find(id);
  expect(touch).not.toHaveBeenCalled();
  at(minute);
  for (let n = 0; n < 3; n++) await find(id);
  expect(touch).toHaveBeenCalledOnce();
  at(3 * minute);
  const full = new Error('disk full');
  touch.mockRejectedValue(full);
  expect(await find(id)).toBeDefined();
  expect(failed.mock.calls).toEqual([['session_last_seen', full]]);
});

test('a session can be ended on its own', async () => {
  await openStore();
  const [one, other] = [await makeSession('A'), await makeSession('B')];
  const found = await find(one);
  if (found) await endSession(store, found.session);
  expect(await find(one)).toBeUndefined();
  expect(await find(other)).toBeDefined();
});

test('a session is invalid without its login', async () => {
  await openStore();
  const id = await makeSession('Browser');
  await store.removeLogin(user);
  expect(await find(id)).toBeUndefined();
});

test('a link works for an hour or a day, for its purpose, and sets the password once', async () => {
  await openStore();
  const link = await createLink(store, 'setup', 'b@example.com');
  expect(link).toMatch(/^\/dashboard\/setup\/[\w-]{43}$/);
  const token = link.split('/').at(-1) ?? '';
  expect(await findLink(store, 'invitation', token)).toBeUndefined();
  at(hour - 1);
  expect(await findLink(store, 'setup', token)).toMatchObject({ token_hash: hashToken(token) });
  at(hour);
  expect(await findLink(store, 'setup', token)).toBeUndefined();

  at(0);
  const password = 'kitchen lamp river 42';
  const login = await useLink(store, token, { userId: 'b@example.com', password });
  expect(login).toMatchObject({ user_id: 'b@example.com', is_operator: true });
  expect(await verifyPassword(password, login?.password_hash)).toBe(true);
  expect(await useLink(store, token, { userId: 'b@example.com', password })).toBeUndefined();

  await store.createAccount(
    {
      ...{
        user_id: 'c@example.com',
        owner_id: 'c@example.com',
        plan_type: 'free',
        credits_available: 0,
      },
      ...{
        monthly_allowance: null,
        allowance_month: null,
        suspended_at: null,
        daily_calls_max: null,
      },
    },
    new Date().toISOString(),
  );
  const invitation =
    (await createLink(store, 'invitation', 'c@example.com')).split('/').at(-1) ?? '';
  at(day - 1);
  expect(await findLink(store, 'invitation', invitation)).toBeDefined();
  at(day);
  expect(await findLink(store, 'invitation', invitation)).toBeUndefined();
});

test('creates no link for the first operator if there is an operator', async () => {
  await openStore();
  expect(await createFirstOperatorLink(store)).toBeUndefined();
  await store.removeLogin(user);
  expect(await createFirstOperatorLink(store)).toMatch(/^\/dashboard\/setup\/[\w-]{43}$/);
  expect(await createFirstOperatorLink(store)).toBeUndefined();
});
