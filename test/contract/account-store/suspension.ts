import { beforeEach, describe, expect, test } from 'vitest';
import { account, apiKey, at, entry, found, reservation, user } from './examples.ts';
import type { Subject } from './subject.ts';

const later = '2026-02-03T04:05:06.000Z';

export function suspensionContract({ store, reopen }: Subject): void {
  describe('suspending an owner', () => {
    const key = apiKey('key_1');

    beforeEach(() => store().createAccount(account(user), at, key));

    test('is shown with each of its keys, and with the account, even after reopening', async () => {
      const suspended = account(user, { suspended_at: later });
      expect(await store().suspendAccount(user, later)).toEqual(suspended);
      await reopen();
      expect(await store().findAccount(user)).toEqual(suspended);
      expect(await store().findKey(key.hash)).toEqual(found(key, later));
      await store().createKey(apiKey('key_2'));
      expect(await store().findKey(apiKey('key_2').hash)).toEqual(found(apiKey('key_2'), later));
    });

    test('can be undone', async () => {
      await store().suspendAccount(user, later);
      expect(await store().suspendAccount(user, null)).toEqual(account(user));
      await reopen();
      expect(await store().findAccount(user)).toEqual(account(user));
      expect(await store().findKey(key.hash)).toEqual(found(key));
    });

    test("does not affect other owners' keys", async () => {
      const other = apiKey('key_2', { owner_id: 'b@example.com' });
      await store().createAccount(account('b@example.com'), at, other);
      await store().suspendAccount(user, later);
      expect(await store().findKey(other.hash)).toEqual(found(other));
    });

    test('does not change its credits, entries or calls in progress', async () => {
      await store().reserve(reservation('r1'));
      await store().suspendAccount(user, later);
      expect(await store().settle(reservation('r1'), later)).toBe(true);
      const after = account(user, { credits_available: 14, suspended_at: later });
      expect(await store().changeCredits(entry('e1', 5))).toEqual(after);
      expect(await store().listEntries(user)).toHaveLength(3);
      expect(await store().listKeys(user)).toEqual([key]);
    });

    test('a daily limit is shown with each of its keys, even after reopening, and can be ended', async () => {
      const limited = account(user, { daily_calls_max: 7 });
      expect(await store().limitCalls(user, 7)).toEqual(limited);
      await reopen();
      expect(await store().findAccount(user)).toEqual(limited);
      expect(await store().findKey(key.hash)).toMatchObject({ owner_daily_calls_max: 7 });
      expect(await store().limitCalls(user, null)).toEqual(account(user));
      expect(await store().findKey(key.hash)).toEqual(found(key));
      expect(await store().limitCalls('nobody@example.com', 7)).toBeUndefined();
    });

    test('does nothing for an unknown owner', async () => {
      expect(await store().suspendAccount('nobody@example.com', later)).toBeUndefined();
    });
  });
}
