import { beforeEach, describe, expect, test } from 'vitest';
import type { RankingRequest } from '../../../service/storage/interfaces/ranking.ts';
import { account, at, usage, user } from './examples.ts';
import type { Subject } from './subject.ts';

const under = 'under@example.com';
const other = 'other@example.com';
const fresh = 'fresh@example.com';
const unlimited = 'unlimited@example.com';

export function rankingContract({ store }: Subject): void {
  describe('ranked accounts', () => {
    beforeEach(async () => {
      await store().createAccount(account(user, { credits_available: 100 }), at);
      const fields = { owner_id: user, credits_available: 30 };
      await store().createAccount(account(under, fields), at);
      await store().createAccount(account(other, { credits_available: 3 }), at);
      await store().createAccount(account(unlimited, { plan_type: 'Unlimited' }), at);
      await store().createAccount(account(fresh, { credits_available: 1 }), at);
      await store().createAccount(account('idle@example.com'), at);
      for (const [day, counts] of [
        ['2026-01-09', { user_id: user, calls: 9, credits: 5, failures: 1 }],
        ['2026-01-10', { user_id: user, calls: 1, credits: 5, cached: 2 }],
        ['2026-01-10', { user_id: under, calls: 20, credits: 10, fallbacks: 4 }],
        ['2026-01-01', { user_id: other, calls: 4, credits: 1, failures: 3 }],
        ['2026-01-02', { user_id: other, credits: 1 }],
        ['2026-01-03', { user_id: other, credits: 1 }],
        ['2026-01-08', { user_id: user, credits: 2 }],
        ['2026-01-08', { user_id: under, credits: 1 }],
        ['2026-01-09', { user_id: under, credits: 4 }],
        ['2026-01-09', { user_id: fresh, calls: 9, credits: 9 }],
        ['2026-01-10', { user_id: fresh, calls: 90, credits: 90 }],
        ['2026-01-08', { user_id: fresh, calls: 9 }],
        ['2026-01-10', { user_id: unlimited, calls: 4 }],
        ['2025-12-31', { user_id: other, calls: 100 }],
        ['2026-01-11', { user_id: other, calls: 100 }],
      ] as const) {
        await store().addUsage(usage(day, counts));
      }
    });

    const request: RankingRequest = {
      by: 'calls',
      sinceDay: '2026-01-01',
      untilDay: '2026-01-10',
      exceptPlan: 'unlimited',
      limit: 10,
    };
    const ids = async (changes: Partial<RankingRequest>) =>
      (await store().rankAccounts({ ...request, ...changes })).map(({ user_id: id }) => id);

    test('have their sums, and those with equal values are sorted by name', async () => {
      const [first] = await store().rankAccounts({
        ...request,
        ownerId: user,
        limit: 1,
        offset: 1,
      });
      expect(first).toEqual({
        ...account(user, { credits_available: 100 }),
        ...{ calls: 10, failures: 1, fallbacks: 0, cached: 2, credits: 12 },
        ...{ first_day: '2026-01-08', spending_days: 3 },
      });
      expect(await ids({})).toEqual([fresh, under, user, other, unlimited]);
      expect(await ids({ limit: 2, offset: 3 })).toEqual([other, unlimited]);
      expect(await ids({ by: 'failures' })).toEqual([other, user, fresh, under, unlimited]);
      expect(await ids({ by: 'cached', limit: 1 })).toEqual([user]);
      expect(await ids({ ownerId: other })).toEqual([other]);
    });

    test('are sorted by when their credits run out, if they spent some on three days', async () => {
      // 6 days, 10 days and 25 days.
      expect(await ids({ by: 'outlook' })).toEqual([under, other, user]);
      expect(await ids({ by: 'outlook', sinceDay: '2026-01-02' })).toEqual([under, user]);
      expect(await ids({ by: 'outlook', sinceDay: '2026-01-10' })).toEqual([]);
    });
  });
}
