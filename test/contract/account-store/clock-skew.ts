import { beforeEach, describe, expect, test } from 'vitest';
import { account, at, entry, reservation, usage, user } from './examples.ts';
import type { Subject } from './subject.ts';

const day = 86_400_000;
const now = new Date().toISOString();
const today = now.slice(0, 10);
const month = now.slice(0, 7);
const future = '2999-01-01T00:00:00.000Z';

function daysAgo(count: number): string {
  return new Date(Date.parse(now) - count * day).toISOString().slice(0, 10);
}

export function clockSkewContract({ store, reopen }: Subject): void {
  describe('after a clock was years ahead', () => {
    beforeEach(() =>
      store().createAccount(account(user, { credits_available: 0, monthly_allowance: 5 }), at),
    );

    const listPlanEntries = async () =>
      (await store().listEntries(user)).filter(({ reason }) => reason === 'plan');

    /** Makes calls that cost a credit each. */
    async function spend(count: number, when: string, name = 'r') {
      for (let i = 0; i < count; i++) {
        const call = reservation(`${name}${i}`, { at: when });
        await store().reserve(call);
        await store().settle(call, when);
      }
    }

    test('this month still gets its allowance, once', async () => {
      expect(await store().addAllowance(user, future)).toMatchObject({ credits_available: 5 });
      await spend(5, future);
      expect(await store().addAllowance(user, now)).toMatchObject({
        credits_available: 5,
        allowance_month: month,
      });
      await spend(5, now, 's');
      // Two machines, one of which is years ahead: neither gives the allowance of a month twice.
      for (const when of [future, now, future, now]) {
        expect(await store().addAllowance(user, when)).toMatchObject({ credits_available: 0 });
        expect(await store().reserve(reservation('t', { at: when }))).toBeUndefined();
      }
      expect(await listPlanEntries()).toHaveLength(2);
    });

    test('a clock one month ahead counts as having given it', async () => {
      const january = '2026-01-31T23:59:59.000Z';
      await store().addAllowance(user, '2026-02-01T00:00:00.000Z');
      await spend(5, january);
      expect(await store().addAllowance(user, january)).toMatchObject({ credits_available: 0 });
      const december = '2025-12-31T23:59:59.000Z';
      expect(await store().addAllowance(user, december)).toMatchObject({ credits_available: 5 });
    });

    test(
      'a month is not given twice after its old calls were rolled up',
      { timeout: 60_000 },
      async () => {
        await store().addAllowance(user, now);
        await spend(5, now);
        await store().changeCredits(entry('e', 300, { at: now }));
        await spend(300, now, 's');
        await store().addAllowance(user, future);
        await spend(5, now, 't');
        expect(await store().addAllowance(user, now)).toMatchObject({ credits_available: 0 });
        expect(await listPlanEntries()).toHaveLength(2);
      },
    );

    test('usage on future days neither hides nor removes other days', async () => {
      await store().addUsage(usage(today, { calls: 1 }));
      await store().addUsage(usage(daysAgo(400), { calls: 2 }));
      await store().addUsage(usage('2999-01-01', { calls: 3 }));
      await store().addUsage(usage(today, { calls: 4 }));
      await reopen();
      expect(await store().listUsage(user)).toEqual([
        usage('2999-01-01', { calls: 3 }),
        usage(today, { calls: 5 }),
        usage(daysAgo(400), { calls: 2 }),
      ]);
    });

    test('usage that is only on future days is listed', async () => {
      await store().addUsage(usage('2999-01-01', { calls: 3 }));
      expect(await store().listUsage(user)).toEqual([usage('2999-01-01', { calls: 3 })]);
    });

    test('a repair removes future entries and reports them', async () => {
      await store().addAllowance(user, future);
      await store().addUsage(usage(today, { calls: 1 }));
      await store().addUsage(usage('2999-01-01', { calls: 2 }));
      await store().addUsage(usage('2999-01-02', { calls: 2 }));
      await store().reserve(reservation('endless', { at: future, credits: 2 }));
      const soon = new Date(Date.parse(now) + 60_000).toISOString();
      const running = reservation('running', { at: future, expires_at: soon });
      await store().reserve(running);
      expect(await store().repairAccount(user, now)).toEqual({
        allowance_month_forgotten: '2999-01',
        usage_days_removed: 2,
        reservations_released: 1,
      });
      expect(await store().findAccount(user)).toMatchObject({
        credits_available: 4,
        allowance_month: null,
      });
      expect(await store().settle(running, now)).toBe(true);
      expect(await store().listUsage(user)).toEqual([usage(today, { calls: 1 })]);
      expect(await store().addAllowance(user, now)).toMatchObject({ credits_available: 5 });
    });

    test('repairing a correct account changes nothing', async () => {
      await store().addAllowance(user, now);
      await store().addUsage(usage(today, { calls: 1 }));
      expect(await store().repairAccount(user, now)).toEqual({
        allowance_month_forgotten: null,
        usage_days_removed: 0,
        reservations_released: 0,
      });
      expect(await store().addAllowance(user, now)).toMatchObject({ allowance_month: month });
      expect(await store().listUsage(user)).toEqual([usage(today, { calls: 1 })]);
      expect(await store().repairAccount('nobody@example.com', now)).toBeUndefined();
    });
  });
}
