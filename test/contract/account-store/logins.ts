import { beforeEach, describe, expect, test } from 'vitest';
import {
  noSecondFactor,
  type OneTimeLink,
  type SecondFactor,
  type Session,
} from '../../../service/storage/interfaces/logins.ts';
import { StoreError } from '../../../service/storage/interfaces/errors.ts';
import { account, user } from './examples.ts';
import type { Subject } from './subject.ts';
import { addSession, credentialsIn } from '../../support/credentials.ts';

/** Recent, because expired data is removed. */
const start = Date.now();
const minutesOn = (minutes: number) => new Date(start + minutes * 60_000).toISOString();
const at = minutesOn(0);
const later = minutesOn(30);
const latest = minutesOn(50);
const expiry = minutesOn(60);
const other = 'b@example.com';

function link(hash: string, fields: Partial<OneTimeLink> = {}): OneTimeLink {
  return {
    token_hash: hash,
    purpose: 'invitation',
    user_id: user,
    created_at: at,
    expires_at: expiry,
    ...fields,
  };
}

const setup = (hash: string, userId: string | null) =>
  link(hash, { purpose: 'setup', user_id: userId });

function session(hash: string, fields: Partial<Session> = {}): Session {
  return {
    id_hash: hash,
    user_id: user,
    created_at: at,
    last_seen_at: at,
    user_agent: 'Browser',
    ...fields,
  };
}

export function loginsContract(subject: Subject): void {
  describe('logins', () => tests(subject));
}

function tests({ store, reopen }: Subject): void {
  beforeEach(async () => {
    await store().createAccount(account(user), at);
  });

  /** Uses a link to set a new password. */
  const use = (hash: string, userId = user, password = `password by ${hash}`, time = later) =>
    store().useLink(hash, { user_id: userId, password_hash: password }, time);

  async function makeOperator(userId: string) {
    await store().createLink(setup(`for ${userId}`, userId));
    return use(`for ${userId}`, userId);
  }

  const login = (password: string, fields: object = {}) => ({
    user_id: user,
    is_operator: false,
    password_hash: password,
    created_at: later,
    ...fields,
  });

  describe('links', () => {
    test('let a user in once, and can be found until then, even after reopening', async () => {
      await store().createLink(link('one'));
      await reopen();
      expect(await store().findLink('one', later)).toEqual(link('one'));
      expect(await store().findLogin(user)).toBeUndefined();
      expect(await use('one')).toEqual(login('password by one'));
      expect(await store().findLink('one', later)).toBeUndefined();
      expect(await use('one', user, 'thief')).toBeUndefined();
      await reopen();
      expect(await store().findLogin(user)).toEqual(login('password by one'));
      expect(await store().listOperators()).toEqual([]);
    });

    test('of ten simultaneous uses, one counts', async () => {
      await store().createLink(link('one'));
      const uses = await Promise.all(
        Array.from({ length: 10 }, (_, n) => use('one', user, `password ${n}`)),
      );
      const counted = uses.filter((one) => one !== undefined);
      expect(counted).toHaveLength(1);
      expect(await store().findLogin(user)).toEqual(counted[0]);
    });

    test('are only for their user, and expire', async () => {
      await store().createAccount(account(other), at);
      await store().createLink(link('one'));
      expect(await use('one', other)).toBeUndefined();
      expect(await use('none')).toBeUndefined();
      expect(await store().findLink('one', expiry)).toBeUndefined();
      expect(await use('one', user, 'late', expiry)).toBeUndefined();
      expect(await store().findLogin(other)).toBeUndefined();
      expect(await use('one')).toBeDefined();
    });

    test('replace earlier ones of the same purpose for the same user', async () => {
      await store().createAccount(account(other), at);
      for (const hash of ['one', 'two']) await store().createLink(link(hash));
      await store().createLink(link('for b', { user_id: other }));
      await store().createLink(setup('operator', user));
      expect(await store().findLink('one', later)).toBeUndefined();
      expect(await use('one')).toBeUndefined();
      for (const hash of ['two', 'for b', 'operator']) {
        expect(await store().findLink(hash, later)).toMatchObject({ token_hash: hash });
      }
    });

    test('of an invitation are useless without an account', async () => {
      await store().createLink(link('one', { user_id: 'nobody@example.com' }));
      expect(await store().findLink('one', later)).toBeUndefined();
      expect(await use('one', 'nobody@example.com')).toBeUndefined();
      expect(await store().findLogin('nobody@example.com')).toBeUndefined();
    });

    test('set a new password, which ends all sessions; operators stay operators', async () => {
      expect(await makeOperator(user)).toEqual(
        login(`password by for ${user}`, { is_operator: true }),
      );
      await addSession(store(), session('s'));
      await store().createLink(link('again'));
      expect(await use('again', user, 'new', latest)).toEqual(login('new', { is_operator: true }));
      expect(await store().findSession('s')).toBeUndefined();
    });
  });

  describe('operators', () => {
    test('of two simultaneous first operators, one is created', async () => {
      await store().createFirstOperatorLink(setup('first', null));
      expect(await store().findLink('first', later)).toEqual(setup('first', null));
      const users = Array.from({ length: 6 }, (_, n) => `operator-${n}@example.com`);
      const made = await Promise.all(users.map((one) => use('first', one)));
      expect(made.filter((one) => one !== undefined)).toHaveLength(1);
      expect(await store().listOperators()).toEqual(made.filter((one) => one !== undefined));
    });

    test('the first operator and one with their own link do not both become the first', async () => {
      await store().createFirstOperatorLink(setup('first', null));
      await store().createLink(setup('own', other));
      const [first, own] = await Promise.all([use('first', user), use('own', other)]);
      // A personal link works in addition to others, so only the order varies.
      expect(own).toMatchObject({ user_id: other, is_operator: true });
      expect((await store().listOperators()).length).toBe(first ? 2 : 1);
    });

    test('the link for the first one ends when there is an operator', async () => {
      await store().createFirstOperatorLink(setup('first', null));
      await makeOperator(other);
      expect(await store().findLink('first', later)).toBeUndefined();
      expect(await use('first')).toBeUndefined();
      expect(await store().createFirstOperatorLink(setup('second', null))).toBe(false);
    });

    test('of ten simultaneous links for the first one, one is created, until it expires', async () => {
      const added = await Promise.all(
        Array.from({ length: 10 }, (_, n) =>
          store().createFirstOperatorLink(setup(`first ${n}`, null)),
        ),
      );
      expect(added.filter(Boolean)).toHaveLength(1);
      const valid = `first ${added.indexOf(true)}`;
      expect(await store().findLink(valid, later)).toBeDefined();
      await reopen();
      const again = { ...setup('again', null), created_at: later };
      expect(await store().createFirstOperatorLink(again)).toBe(false);
      expect(await store().createFirstOperatorLink(again, at)).toBe(false);
      const late = {
        ...setup('late', null),
        created_at: expiry,
        expires_at: '2999-01-01T00:00:00.000Z',
      };
      expect(await store().createFirstOperatorLink(late)).toBe(true);
      expect(await store().findLink('late', expiry)).toBeDefined();
    });

    test('are listed by name, and removed with their links and sessions', async () => {
      for (const one of [other, user]) await makeOperator(one);
      await addSession(store(), session('s'));
      await store().createLink(link('invitation'));
      expect((await store().listOperators()).map(({ user_id }) => user_id)).toEqual([user, other]);
      expect(await store().removeLogin(user)).toBe(true);
      expect(await store().removeLogin(user)).toBe(false);
      await reopen();
      expect((await store().listOperators()).map(({ user_id }) => user_id)).toEqual([other]);
      expect(await store().findSession('s')).toBeUndefined();
      expect(await store().findLink('invitation', later)).toBeUndefined();
    });
  });

  describe('sessions', () => {
    beforeEach(async () => {
      await store().createLink(link('one'));
      await use('one');
    });

    test('are found, touched, listed and ended, even after reopening', async () => {
      await addSession(store(), session('old', { last_seen_at: later }));
      await addSession(store(), session('new'));
      await store().touchSession('new', latest);
      await reopen();
      const touched = session('new', { last_seen_at: latest });
      expect(await store().findSession('new')).toEqual(touched);
      expect(await store().listSessions(user)).toEqual([
        touched,
        session('old', { last_seen_at: later }),
      ]);
      await store().removeSession('new');
      await store().touchSession('new', later);
      expect(await store().findSession('new')).toBeUndefined();
      await store().removeSessionsOf(user);
      await reopen();
      expect(await store().listSessions(user)).toEqual([]);
    });

    test('are not created for a user without a login', async () => {
      expect(await addSession(store(), session('s', { user_id: other }))).toBe(false);
      expect(await store().findSession('s')).toBeUndefined();
      expect(await store().listSessions(other)).toEqual([]);
    });

    test('a changed password ends all but one', async () => {
      for (const hash of ['mine', 'stolen']) await addSession(store(), session(hash));
      const change = async (to: string, exceptIdHash: string | null, who = user) =>
        store().changePassword(who, to, {
          credentials: await credentialsIn(store(), who),
          exceptIdHash,
        });
      expect(await change('changed', 'mine')).toBe(true);
      await reopen();
      expect(await store().listSessions(user)).toEqual([session('mine')]);
      expect(await store().findLogin(user)).toEqual(login('changed'));
      expect(await change('again', null)).toBe(true);
      expect(await store().listSessions(user)).toEqual([]);
      expect(await change('nobody', null, other)).toBe(false);
      expect(await store().findLogin(other)).toBeUndefined();
    });

    test('copies are returned and stored', async () => {
      const given = session('s');
      await addSession(store(), given);
      const found = await store().findSession('s');
      const [listed] = await store().listSessions(user);
      const known = await store().findLogin(user);
      for (const copy of [given, found, listed, known]) {
        Object.assign(copy ?? {}, { user_id: 'thief', password_hash: 'thief' });
      }
      expect(await store().findSession('s')).toEqual(session('s'));
      expect(await store().findLogin(user)).toEqual(login('password by one'));
    });
  });

  describe('second factors', () => {
    const passkey = {
      id: 'credential-1',
      public_key: 'key',
      counter: 0,
      transports: ['internal'],
      name: 'Laptop',
      created_at: at,
    };
    const full: SecondFactor = {
      totp_secret: 'SECRET',
      totp_period: 5,
      recovery_hashes: ['a', 'b'],
      passkeys: [passkey],
      is_required: true,
    };

    beforeEach(async () => {
      await store().createLink(link('one'));
      await use('one');
    });

    test.each<[string, object]>([
      ['transports', { transports: [7] }],
      ['transports', { transports: 'usb' }],
      ['counter', { counter: NaN }],
      ['counter', { counter: 2 ** 60 }],
      ['name', { name: null }],
    ])(
      'with %s in the wrong format are refused, and the store can be read again',
      async (field, odd) => {
        await store().changeSecondFactor(user, () => full);
        const passkeys = [{ ...passkey, ...odd }] as unknown as SecondFactor['passkeys'];
        const change = store().changeSecondFactor(user, (before) => ({ ...before, passkeys }));
        await expect(change).rejects.toThrow(StoreError);
        await expect(change).rejects.toThrow(`second_factor.passkeys.0.${field}`);
        expect(await store().findSecondFactor(user)).toEqual(full);
        await reopen();
        expect(await store().findSecondFactor(user)).toEqual(full);
        expect(await store().findLogin(user)).toEqual(login('password by one'));
      },
    );

    test('are stored, outlive links and passwords, and end with the login', async () => {
      expect(await store().findSecondFactor(user)).toEqual(noSecondFactor);
      expect(await store().changeSecondFactor(user, () => full)).toBe(true);
      await reopen();
      expect(await store().findSecondFactor(user)).toEqual(full);
      expect(await store().findUserOfPasskey('credential-1')).toBe(user);
      expect(await store().findUserOfPasskey('credential-2')).toBeUndefined();
      await store().createLink(link('two'));
      await use('two');
      const credentials = await credentialsIn(store(), user);
      await store().changePassword(user, 'changed', { credentials, exceptIdHash: null });
      expect(await store().findSecondFactor(user)).toEqual(full);
      await store().removeLogin(user);
      expect(await store().findUserOfPasskey('credential-1')).toBeUndefined();
      await store().createLink(link('three'));
      await use('three');
      expect(await store().findSecondFactor(user)).toEqual(noSecondFactor);
    });

    test('of twenty concurrent changes, each sees the one before', async () => {
      await store().changeSecondFactor(user, () => full);
      const take = () =>
        store().changeSecondFactor(user, (before) =>
          before.recovery_hashes.includes('a') ? { ...before, recovery_hashes: ['b'] } : before,
        );
      const taken = await Promise.all(Array.from({ length: 20 }, take));
      expect(taken.filter(Boolean)).toHaveLength(1);
      expect(await store().findSecondFactor(user)).toEqual({ ...full, recovery_hashes: ['b'] });
    });

    test('a change can end all sessions but one', async () => {
      const hashes = async () =>
        (await store().listSessions(user)).map(({ id_hash }) => id_hash).sort();
      for (const id of ['s1', 's2', 's3']) await addSession(store(), session(id));
      await store().changeSecondFactor(user, () => full);
      expect(await hashes()).toEqual(['s1', 's2', 's3']);
      await store().changeSecondFactor(user, (before) => before, { exceptIdHash: 's2' });
      expect(await hashes()).toEqual(['s1', 's2', 's3']);
      await store().changeSecondFactor(user, () => ({ ...full }), { exceptIdHash: 's2' });
      expect(await hashes()).toEqual(['s2']);
      await reopen();
      await store().changeSecondFactor(user, () => ({ ...full }), { exceptIdHash: null });
      expect(await hashes()).toEqual([]);
    });

    test.each<[string, SecondFactor]>([
      ['another app', { ...full, totp_secret: 'ANOTHER' }],
      ['another passkey', { ...full, passkeys: [{ ...passkey, id: 'credential-2' }] }],
      ['no second factor any more', noSecondFactor],
    ])('what was verified before is worthless after %s', async (_what, factor) => {
      await store().changeSecondFactor(user, () => full);
      const credentials = await credentialsIn(store(), user);
      await store().changeSecondFactor(user, (before) => ({ ...before, recovery_hashes: ['b'] }));
      expect(await store().createSession(session('used a code'), credentials)).toBe(true);
      await store().changeSecondFactor(user, () => factor, { exceptIdHash: null });
      await reopen();
      expect(await store().createSession(session('late'), credentials)).toBe(false);
      const own = { credentials, exceptIdHash: null };
      expect(await store().changePassword(user, 'taken over', own)).toBe(false);
      expect(await store().changeSecondFactor(user, () => full, own)).toBe(false);
      expect(await store().listSessions(user)).toEqual([]);
      expect(await store().findLogin(user)).toEqual(login('password by one'));
      expect(await store().findSecondFactor(user)).toEqual(factor);
    });

    test('of a changed password and twenty sign-ins with the old one, no session stays', async () => {
      const credentials = await credentialsIn(store(), user);
      const signIn = (n: number) => store().createSession(session(`s${n}`), credentials);
      await Promise.all([
        ...Array.from({ length: 10 }, (_, n) => signIn(n)),
        store().changePassword(user, 'changed', { credentials, exceptIdHash: null }),
        store().changePassword(user, 'changed too', { credentials, exceptIdHash: null }),
        ...Array.from({ length: 10 }, (_, n) => signIn(n + 10)),
      ]);
      expect(await store().listSessions(user)).toEqual([]);
      expect((await store().findLogin(user))?.password_hash).toMatch(/^changed/);
    });

    test('need a login', async () => {
      expect(await store().changeSecondFactor(other, () => full)).toBe(false);
      expect(await store().findSecondFactor(other)).toEqual(noSecondFactor);
      expect(await store().findUserOfPasskey('credential-1')).toBeUndefined();
    });
  });

  test('nothing is found in an empty store', async () => {
    for (const name of ['', 'unknown', '__proto__', 'constructor']) {
      expect(await store().findLogin(name)).toBeUndefined();
      expect(await store().findLink(name, at)).toBeUndefined();
      expect(await store().findSession(name)).toBeUndefined();
      expect(await store().listSessions(name)).toEqual([]);
      expect(await store().removeLogin(name)).toBe(false);
      expect(await use(name)).toBeUndefined();
      await store().removeSession(name);
      await store().removeSessionsOf(name);
    }
  });

  describe('a removed account', () => {
    test('loses its login, links and sessions', async () => {
      await store().createLink(link('one'));
      await use('one');
      await store().createLink(link('two'));
      await addSession(store(), session('s'));
      await store().removeAccount(user);
      await store().createAccount(account(user), at);
      await reopen();
      expect(await store().findLogin(user)).toBeUndefined();
      expect(await store().findSession('s')).toBeUndefined();
      expect(await store().listSessions(user)).toEqual([]);
      expect(await use('two')).toBeUndefined();
    });

    test("keeps an operator's login, but not the invitation", async () => {
      await makeOperator(user);
      await store().createLink(link('one'));
      await addSession(store(), session('s'));
      await store().removeAccount(user);
      expect(await store().listOperators()).toMatchObject([{ user_id: user }]);
      expect(await store().findSession('s')).toEqual(session('s'));
      await store().createAccount(account(user), at);
      expect(await use('one')).toBeUndefined();
    });

    test('is removed completely or not at all, if refused or in use at the same time', async () => {
      await store().createAccount(account(other, { owner_id: user }), at);
      await store().createLink(link('one'));
      await expect(store().removeAccount(user)).rejects.toThrow();
      await store().removeAccount(other);
      await Promise.all([use('one'), store().removeAccount(user)]);
      await store().createAccount(account(user), at);
      expect(await store().findLogin(user)).toBeUndefined();
    });
  });
}
