import { describe, expect, test } from 'vitest';
import { AccountOwnsOthersError } from '../../../service/storage/interfaces/errors.ts';
import { account, apiKey, at, reservation, usage, user } from './examples.ts';
import type { Subject } from './subject.ts';

export function removalContract({ store, reopen }: Subject): void {
  describe('removing an account', () => {
    test('removes its keys, entries and usage', async () => {
      const key = apiKey('key_1');
      await store().createAccount(account(user), at, key);
      await store().addUsage(usage('2026-01-02', { calls: 1 }));
      expect(await store().removeAccount(user)).toBe(true);
      expect(await store().removeAccount(user)).toBe(false);
      await reopen();
      expect(await store().findAccount(user)).toBeUndefined();
      expect(await store().findKey(key.hash)).toBeUndefined();
      expect(await store().listKeys()).toEqual([]);
      expect(await store().listEntries(user)).toEqual([]);
      expect(await store().listUsage(user)).toEqual([]);
    });

    test('leaves a call in progress without an account to spend from', async () => {
      await store().createAccount(account(user), at);
      await store().reserve(reservation('r1'));
      await store().reserve(reservation('r2'));
      await store().removeAccount(user);
      await store().settle(reservation('r1'), at);
      await store().release(reservation('r2'));
      expect(await store().findAccount(user)).toBeUndefined();
    });

    test('allows a new account with the same name', async () => {
      await store().createAccount(account(user, { credits_available: 7 }), at);
      await store().removeAccount(user);
      await store().createAccount(account(user, { credits_available: 3 }), at);
      expect(await store().listEntries(user)).toHaveLength(1);
      expect(await store().findAccount(user)).toMatchObject({ credits_available: 3 });
    });

    test('is refused while it owns others', async () => {
      await store().createAccount(account(user), at);
      await store().createAccount(account('b@example.com', { owner_id: user }), at);
      await expect(store().removeAccount(user)).rejects.toThrow(AccountOwnsOthersError);
      expect(await store().findAccount(user)).toEqual(account(user));
      await store().removeAccount('b@example.com');
      expect(await store().removeAccount(user)).toBe(true);
    });
  });
}
