import { beforeEach, describe, expect, test } from 'vitest';
import { account, at, usage, user } from './examples.ts';
import type { Subject } from './subject.ts';

const other = 'b@example.com';
const under = 'under@example.com';

export function ownerUsageContract({ store, reopen }: Subject): void {
  describe('usage of an owner', () => {
    beforeEach(async () => {
      await store().createAccount(account(user), at);
      await store().createAccount(account(under, { owner_id: user }), at);
      await store().createAccount(account(other), at);
      const counts = { calls: 1, failures: 2, fallbacks: 3, cached: 4, credits: 5 };
      await store().addUsage(usage('2026-01-02', counts));
      await store().addUsage(usage('2026-01-02', { ...counts, user_id: under }));
      await store().addUsage(usage('2026-01-02', { ...counts, user_id: other }));
      await store().addUsage(usage('2026-01-03', { calls: 7, user_id: under }));
      await store().addUsage(usage('2026-01-01', { calls: 100 }));
    });

    test('adds up all its accounts by day, newest first', async () => {
      const expected = [
        usage('2026-01-03', { calls: 7 }),
        usage('2026-01-02', { calls: 2, failures: 4, fallbacks: 6, cached: 8, credits: 10 }),
      ];
      expect(await store().listOwnerUsage(user, '2026-01-02')).toEqual(expected);
      await reopen();
      expect(await store().listOwnerUsage(user, '2026-01-02')).toEqual(expected);
      expect(await store().listOwnerUsage(user, '2026-01-01')).toHaveLength(3);
      expect(await store().listOwnerUsage(user, '2026-01-04')).toEqual([]);
    });

    test('does not include accounts of another owner, and is empty for an unknown owner', async () => {
      expect(await store().listOwnerUsage(under, '2026-01-01')).toEqual([]);
      expect(await store().listOwnerUsage('nobody@example.com', '2026-01-01')).toEqual([]);
    });

    test('of all accounts is added up too', async () => {
      const counts = { calls: 3, failures: 6, fallbacks: 9, cached: 12, credits: 15 };
      const none = { calls: 0, failures: 0, fallbacks: 0, cached: 0, credits: 0 };
      const expected = [
        { ...none, day: '2026-01-03', calls: 7 },
        { ...counts, day: '2026-01-02' },
      ];
      expect(await store().listTotalUsage('2026-01-02')).toEqual(expected);
      await reopen();
      expect(await store().listTotalUsage('2026-01-02')).toEqual(expected);
    });

    test('does not change the usage of its users', async () => {
      const [day] = await store().listOwnerUsage(user, '2026-01-03');
      Object.assign(day ?? {}, { calls: 1_000 });
      expect(await store().listUsage(under)).toMatchObject([{ calls: 7 }, { calls: 1 }]);
    });

    test('counts the calls of each given user', async () => {
      const users = [user, under, 'nobody@example.com'];
      expect(await store().usageOfUsers(users, '2026-01-02')).toEqual(
        new Map([
          [user, 1],
          [under, 8],
        ]),
      );
      expect(await store().usageOfUsers([user], '2026-01-03')).toEqual(new Map());
      expect(await store().usageOfUsers([], '2026-01-01')).toEqual(new Map());
    });
  });
}
