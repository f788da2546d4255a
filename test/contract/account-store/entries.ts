import { beforeEach, describe, expect, test } from 'vitest';
import { account, at, entry, reservation, user } from './examples.ts';
import type { Subject } from './subject.ts';

const later = '2026-01-03T00:00:00.000Z';
const last = '2026-01-04T00:00:00.000Z';

export function entriesContract({ store, reopen }: Subject): void {
  async function sum() {
    const entries = await store().listEntries(user);
    return entries.reduce((total, { credits }) => total + credits, 0);
  }

  describe('entries', () => {
    beforeEach(() => store().createAccount(account(user, { credits_available: 5 }), at));

    test('changing credits returns the updated account, and writes an entry', async () => {
      const added = entry('e1', 7, { at: later, request_id: 'request' });
      expect(await store().changeCredits(added)).toEqual(account(user, { credits_available: 12 }));
      const taken = entry('e2', -12, { at: last });
      expect(await store().changeCredits(taken)).toMatchObject({ credits_available: 0 });
      await reopen();
      const entries = await store().listEntries(user);
      expect(entries.slice(0, 2)).toEqual([taken, added]);
      expect(await sum()).toBe(0);
    });

    test('the initial credits are a top-up', async () => {
      const [first, ...others] = await store().listEntries(user);
      expect(others).toEqual([]);
      expect(first).toMatchObject({ credits: 5, reason: 'top-up', user_id: user, at });
    });

    test('an account without initial credits has no entries', async () => {
      await store().createAccount(account('b@example.com', { credits_available: 0 }), at);
      expect(await store().listEntries('b@example.com')).toEqual([]);
      expect(await store().listEntries('nobody@example.com')).toEqual([]);
    });

    test('a balance never goes below zero, and a refused change leaves no entry', async () => {
      expect(await store().changeCredits(entry('e1', -6))).toBeUndefined();
      expect(await store().findAccount(user)).toMatchObject({ credits_available: 5 });
      expect(await store().listEntries(user)).toHaveLength(1);
      expect(await store().changeCredits(entry('e1', -5))).toMatchObject({ credits_available: 0 });
    });

    test('each id counts once, in parallel or later', async () => {
      const changed = await Promise.all(
        Array.from({ length: 5 }, () => store().changeCredits(entry('e1', 7))),
      );
      changed.push(await store().changeCredits(entry('e1', 7)));
      expect(changed).toEqual(changed.map(() => account(user, { credits_available: 12 })));
      expect(await store().changeCredits(entry('e2', -12))).toBeDefined();
      expect(await store().changeCredits(entry('e2', -12))).toMatchObject({ credits_available: 0 });
    });

    test('the same id in another account is another entry', async () => {
      await store().createAccount(account('b@example.com'), at);
      await store().changeCredits(entry('e1', 1));
      await store().changeCredits(entry('e1', 1, { user_id: 'b@example.com' }));
      expect(await store().findAccount('b@example.com')).toMatchObject({ credits_available: 11 });
    });

    test('a settled call has an entry, with the id of its reservation', async () => {
      const mine = reservation('r1', { credits: 2, request_id: 'request' });
      await store().reserve(mine);
      expect(await store().listEntries(user)).toHaveLength(1);
      expect(await store().listImbalances()).toEqual([]);
      await store().settle(mine, later);
      const [call] = await store().listEntries(user);
      const expected = { reason: 'call', request_id: 'request', at: later };
      const noPerson = { actor: null, note: null };
      expect(call).toEqual({ id: 'r1', user_id: user, credits: -2, ...expected, ...noPerson });
    });

    test('an entry is found by its id, but only in its own account', async () => {
      await store().changeCredits(entry('e1', 7, { at: later }));
      await store().reserve(reservation('r1'));
      expect(await store().findEntry(user, 'e1')).toEqual(entry('e1', 7, { at: later }));
      for (const id of ['r1', 'none']) expect(await store().findEntry(user, id)).toBeUndefined();
      expect(await store().findEntry('nobody@example.com', 'e1')).toBeUndefined();
    });

    test('a released call has no entry', async () => {
      await store().reserve(reservation('r1'));
      await store().release(reservation('r1'));
      expect(await store().listEntries(user)).toHaveLength(1);
    });

    test('adding in parallel loses nothing', async () => {
      await Promise.all(
        Array.from({ length: 20 }, (_, i) => store().changeCredits(entry(`e${i}`, 2))),
      );
      await reopen();
      expect(await store().findAccount(user)).toMatchObject({ credits_available: 45 });
      expect(await sum()).toBe(45);
    });

    test('hundreds of calls add up', { timeout: 60_000 }, async () => {
      await store().changeCredits(entry('e', 400));
      for (let i = 0; i < 300; i++) {
        const mine = reservation(`r${i}`);
        await store().reserve(mine);
        await store().settle(mine, new Date(Date.parse(at) + i * 3_600_000).toISOString());
      }
      expect(await sum()).toBe(105);
      await reopen();
      expect(await sum()).toBe(105);
      expect(await store().findAccount(user)).toMatchObject({ credits_available: 105 });
    });
  });
}
