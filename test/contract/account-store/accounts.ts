import { describe, expect, test } from 'vitest';
import { AccountExistsError, StoreError } from '../../../service/storage/interfaces/errors.ts';
import { account, apiKey, at, entry, found, reservation, user } from './examples.ts';
import { removalContract } from './removal.ts';
import type { Subject } from './subject.ts';

/** Names that every JavaScript object has, and that must not be found in an empty store. */
const inherited = ['__proto__', 'constructor', 'toString'];

export function accountsContract(subject: Subject): void {
  const { store, reopen } = subject;

  describe('accounts', () => {
    test('returns a created account, even after reopening', async () => {
      const made = account('a@example.com', { plan_type: 'My plan', credits_available: 0 });
      await store().createAccount(made, at);
      expect(await store().findAccount('a@example.com')).toEqual(made);
      await reopen();
      expect(await store().findAccount('a@example.com')).toEqual(made);
    });

    test('creates the first key with the account', async () => {
      const key = apiKey('key_1');
      await store().createAccount(account('a@example.com'), at, key);
      await reopen();
      expect(await store().findKey(key.hash)).toEqual(found(key));
    });

    test('refuses an existing account, and changes neither it nor its keys', async () => {
      const first = account('a@example.com', { credits_available: 1 });
      await store().createAccount(first, at);
      const second = account('a@example.com', { credits_available: 99 });
      const key = apiKey('key_1');
      await expect(store().createAccount(second, at, key)).rejects.toThrow(AccountExistsError);
      expect(await store().findAccount('a@example.com')).toEqual(first);
      expect(await store().findKey(key.hash)).toBeUndefined();
    });

    test('of two simultaneous creations, one is refused', async () => {
      const outcomes = await Promise.allSettled([
        store().createAccount(account('a@example.com'), at),
        store().createAccount(account('a@example.com'), at),
      ]);
      expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    });

    test('finds nothing in an empty store', async () => {
      const plan = { plan_type: 'free', monthly_allowance: null };
      for (const userId of ['nobody@example.com', '', ...inherited]) {
        expect(await store().findAccount(userId)).toBeUndefined();
        expect(await store().changePlan(userId, plan)).toBeUndefined();
        expect(await store().changeCredits(entry('e', 1, { user_id: userId }))).toBeUndefined();
        expect(await store().reserve(reservation('r', { user_id: userId }))).toBeUndefined();
        expect(await store().removeAccount(userId)).toBe(false);
      }
      expect(await store().listAccounts()).toEqual([]);
      expect(await store().countAccounts()).toBe(0);
    });

    test('accepts any name for an account', async () => {
      const names = ['constructor', 'toString', '用户@example.com', 'o\'brien+"x"@example.com'];
      for (const userId of names) await store().createAccount(account(userId), at);
      await reopen();
      for (const userId of names) {
        expect(await store().findAccount(userId)).toEqual(account(userId));
      }
    });

    test('lists all, or those of one owner, sorted by user id', async () => {
      const [a, b, c] = ['a', 'b', 'c'].map((name) =>
        account(`${name}@example.com`, name === 'b' ? { owner_id: 'c@example.com' } : {}),
      );
      for (const each of [c, a, b]) if (each) await store().createAccount(each, at);
      expect(await store().listAccounts()).toEqual([a, b, c]);
      expect(await store().countAccounts()).toBe(3);
      expect(await store().listAccounts('c@example.com')).toEqual([b, c]);
      expect(await store().listAccounts('nobody@example.com')).toEqual([]);
    });

    test('an account needs an existing owner', async () => {
      const orphan = account(user, { owner_id: 'nobody@example.com' });
      await expect(store().createAccount(orphan, at)).rejects.toThrow(StoreError);
      expect(await store().findAccount(user)).toBeUndefined();
    });

    test('changes the plan but not the balance', async () => {
      await store().createAccount(account('a@example.com'), at);
      const plan = { plan_type: 'business', monthly_allowance: 500 };
      const after = account('a@example.com', plan);
      expect(await store().changePlan('a@example.com', plan)).toEqual(after);
      await reopen();
      expect(await store().findAccount('a@example.com')).toEqual(after);
    });

    test('returns copies, and stores copies of its arguments', async () => {
      const given = account('a@example.com');
      await store().createAccount(given, at);
      const [listed] = await store().listAccounts();
      const found = await store().findAccount('a@example.com');
      const credited = await store().changeCredits(entry('e1', 1));
      for (const copy of [given, listed, found, credited]) {
        Object.assign(copy ?? {}, { credits_available: 1_000, plan_type: 'stolen' });
      }
      const expected = account('a@example.com', { credits_available: 11 });
      expect(await store().findAccount('a@example.com')).toEqual(expected);
    });

    test('can be read', async () => {
      await expect(store().ping()).resolves.toBeUndefined();
    });
  });

  removalContract(subject);
}
