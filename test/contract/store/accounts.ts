import { describe, expect, test } from 'vitest';
import { AccountExistsError } from '../../../service/storage/store.ts';
import { account, apiKey, type Subject } from './suite.ts';

/** Names that every JavaScript object has, and that must not be found in an empty store. */
const inherited = ['__proto__', 'constructor', 'toString'];

export function accountsContract({ store, reopen }: Subject): void {
  describe('accounts', () => {
    test('finds what was created, after opening again, too', async () => {
      const made = account('a@example.com', { plan_type: 'My plan', credits_available: 0 });
      await store().createAccount(made);
      expect(await store().findAccount('a@example.com')).toEqual(made);
      await reopen();
      expect(await store().findAccount('a@example.com')).toEqual(made);
    });

    test('creates the first key with the account', async () => {
      const key = apiKey('key_1');
      await store().createAccount(account('a@example.com'), key);
      await reopen();
      expect(await store().findKey(key.hash)).toEqual(key);
    });

    test('refuses an account that is there, and changes neither it nor the keys', async () => {
      const first = account('a@example.com', { credits_available: 1 });
      await store().createAccount(first);
      const second = account('a@example.com', { credits_available: 99 });
      const key = apiKey('key_1');
      await expect(store().createAccount(second, key)).rejects.toThrow(AccountExistsError);
      expect(await store().findAccount('a@example.com')).toEqual(first);
      expect(await store().findKey(key.hash)).toBeUndefined();
    });

    test('of two creations at once, one is refused', async () => {
      const outcomes = await Promise.allSettled([
        store().createAccount(account('a@example.com')),
        store().createAccount(account('a@example.com')),
      ]);
      expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    });

    test('finds nothing where there is nothing', async () => {
      for (const userId of ['nobody@example.com', '', ...inherited]) {
        expect(await store().findAccount(userId)).toBeUndefined();
        expect(await store().addCredits(userId, 1)).toBeUndefined();
      }
      expect(await store().listAccounts()).toEqual([]);
    });

    test('keeps whatever name an account has', async () => {
      const names = ['constructor', 'toString', '用户@example.com', 'o\'brien+"x"@example.com'];
      for (const userId of names) await store().createAccount(account(userId));
      await reopen();
      for (const userId of names) {
        expect(await store().findAccount(userId)).toEqual(account(userId));
      }
    });

    test('lists all, or those of one owner, sorted by user id', async () => {
      const [a, b, c] = ['a', 'b', 'c'].map((name) =>
        account(`${name}@example.com`, { owner_id: name === 'b' ? 'c@example.com' : name }),
      );
      for (const each of [c, a, b]) if (each) await store().createAccount(each);
      expect(await store().listAccounts()).toEqual([a, b, c]);
      expect(await store().listAccounts('c@example.com')).toEqual([b]);
      expect(await store().listAccounts('nobody@example.com')).toEqual([]);
    });

    test('adds credits, all of those that are added at once', async () => {
      await store().createAccount(account('a@example.com', { credits_available: 0 }));
      const after = await store().addCredits('a@example.com', 5);
      expect(after).toEqual(account('a@example.com', { credits_available: 5 }));
      await Promise.all(Array.from({ length: 20 }, () => store().addCredits('a@example.com', 2)));
      await reopen();
      expect((await store().findAccount('a@example.com'))?.credits_available).toBe(45);
    });

    test('answers copies, and keeps copies of what it is given', async () => {
      const given = account('a@example.com');
      await store().createAccount(given);
      const [listed] = await store().listAccounts();
      const found = await store().findAccount('a@example.com');
      const credited = await store().addCredits('a@example.com', 1);
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
}
