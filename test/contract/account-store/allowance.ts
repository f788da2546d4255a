import { describe, expect, test } from 'vitest';
import { account, at, entry, reservation, user } from './examples.ts';
import type { Subject } from './subject.ts';

const january = '2026-01-31T23:59:59.999Z';
const february = '2026-02-01T00:00:00.000Z';

export function allowanceContract({ store, reopen }: Subject): void {
  /** Makes one call, and returns the balance after it; undefined if it was refused. */
  async function call(id: string, when: string, credits = 1) {
    const mine = reservation(id, { at: when, credits });
    const after = await store().reserve(mine);
    await store().settle(mine, when);
    return after?.credits_available;
  }

  async function create(credits: number, allowance: number | null) {
    const fields = { credits_available: credits, monthly_allowance: allowance };
    await store().createAccount(account(user, fields), at);
  }

  describe('monthly allowance', () => {
    test('only the first call of a month tops up the credits', async () => {
      await create(2, 10);
      expect(await call('r1', january)).toBe(9);
      expect(await call('r2', january)).toBe(8);
      await reopen();
      expect(await call('r3', january)).toBe(7);
      expect(await call('r4', february)).toBe(9);
      expect(await call('r5', february)).toBe(8);
      const plan = (await store().listEntries(user)).filter(({ reason }) => reason === 'plan');
      expect(plan.map(({ credits, at: when }) => ({ credits, when }))).toEqual([
        { credits: 3, when: february },
        { credits: 8, when: january },
      ]);
    });

    test('does not lower a higher balance', async () => {
      await create(50, 10);
      expect(await call('r1', january)).toBe(49);
      expect(await store().listEntries(user)).toHaveLength(2);
    });

    test('is not topped up again after it is spent', async () => {
      await create(0, 2);
      expect(await call('r1', january)).toBe(1);
      expect(await call('r2', january)).toBe(0);
      expect(await call('r3', january)).toBeUndefined();
      expect(await call('r4', february)).toBe(1);
    });

    test('a plan without an allowance gives no credits, and refuses', async () => {
      await create(0, 0);
      expect(await call('r1', january)).toBeUndefined();
      await store().changeCredits(entry('e1', 1));
      expect(await call('r2', january)).toBe(0);
    });

    test('is added separately, once a month, and its month is stored', async () => {
      await create(2, 10);
      const added = { credits_available: 10, allowance_month: '2026-01' };
      const first = await Promise.all([1, 2, 3].map(() => store().addAllowance(user, january)));
      for (const after of first) expect(after).toMatchObject(added);
      expect(await call('r1', january)).toBe(9);
      await reopen();
      expect(await store().addAllowance(user, january)).toMatchObject({ credits_available: 9 });
      expect(await store().findAccount(user)).toMatchObject({ allowance_month: '2026-01' });
      expect(await store().addAllowance(user, february)).toMatchObject({
        credits_available: 10,
        allowance_month: '2026-02',
      });
    });

    test('is not added for a plan without one, or for an unknown user', async () => {
      await create(2, null);
      expect(await store().addAllowance(user, january)).toMatchObject({
        credits_available: 2,
        allowance_month: null,
      });
      expect(await store().addAllowance('nobody@example.com', january)).toBeUndefined();
    });

    test('counts once, even if the call costs more than all of it', async () => {
      await create(1, 3);
      expect(await call('r1', january, 4)).toBeUndefined();
      expect(await store().findAccount(user)).toMatchObject({ credits_available: 3 });
      expect(await call('r2', january, 3)).toBe(0);
      expect(await call('r3', january)).toBeUndefined();
    });

    test('a clock that jumps back does not give it twice', async () => {
      await create(0, 5);
      expect(await call('r1', february)).toBe(4);
      expect(await call('r2', january)).toBe(3);
      expect(await call('r3', february)).toBe(2);
    });

    test('twenty simultaneous first calls get it once', async () => {
      await create(0, 20);
      const reserved = await Promise.all(
        Array.from({ length: 20 }, (_, i) => store().reserve(reservation(`r${i}`))),
      );
      expect(reserved.every(Boolean)).toBe(true);
      expect(await store().findAccount(user)).toMatchObject({ credits_available: 0 });
    });

    test('repeating the same reservation months later is not a first call', async () => {
      await create(5, 5);
      await store().reserve(reservation('r1', { at: january }));
      const again = await store().reserve(reservation('r1', { at: february }));
      expect(again).toMatchObject({ credits_available: 4 });
    });

    test('a plan that gains an allowance gives it from the next call on', async () => {
      await create(1, null);
      expect(await call('r1', january)).toBe(0);
      await store().changePlan(user, { plan_type: 'pro', monthly_allowance: 3 });
      expect(await store().findAccount(user)).toMatchObject({ credits_available: 0 });
      expect(await call('r2', january)).toBe(2);
      await store().changePlan(user, { plan_type: 'free', monthly_allowance: null });
      expect(await call('r3', february)).toBe(1);
    });
  });
}
