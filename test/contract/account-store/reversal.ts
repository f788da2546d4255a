import { beforeEach, describe, expect, test } from 'vitest';
import { account, at, claim, reservation, user } from './examples.ts';
import type { Subject } from './subject.ts';

const later = '2026-01-03T00:00:00.000Z';
const r1 = reservation('r1', { credits: 2 });

export function reversalContract({ store, reopen }: Subject): void {
  const balance = async () => (await store().findAccount(user))?.credits_available;

  describe('reversing a call with an unknown outcome', () => {
    beforeEach(() => store().createAccount(account(user, { credits_available: 5 }), at));

    test('releases a reserved call, which can no longer be settled', async () => {
      await store().reserve(r1);
      await store().reverse(r1, later);
      expect(await balance()).toBe(5);
      expect(await store().settle(r1, later)).toBe(false);
      await store().reverse(r1, later);
      await reopen();
      expect(await balance()).toBe(5);
      expect(await store().listEntries(user)).toHaveLength(1);
    });

    test('refunds a settled call by a correction, once', async () => {
      await store().reserve(r1);
      await store().settle(r1, at);
      await Promise.all([store().reverse(r1, later), store().reverse(r1, later)]);
      await store().reverse(r1, at);
      // A late statement finds it settled, and changes nothing.
      await store().settle(r1, later);
      await store().release(r1);
      expect(await balance()).toBe(5);
      await reopen();
      expect(await balance()).toBe(5);
      const [correction, call] = await store().listEntries(user);
      expect(call).toMatchObject({ id: 'r1', credits: -2, reason: 'call' });
      expect(correction).toEqual({
        id: 'taken-back-r1',
        user_id: user,
        credits: 2,
        reason: 'correction',
        request_id: 'request of r1',
        at: later,
        actor: null,
        note: null,
      });
    });

    test('changes nothing for an unknown call or a removed account', async () => {
      await store().reverse(r1, later);
      await store().reverse({ id: 'r1', user_id: 'nobody@example.com' }, later);
      expect(await balance()).toBe(5);
    });

    test('while it is being settled leaves nothing charged', async () => {
      for (let i = 0; i < 20; i++) {
        const mine = reservation(`r${i}`);
        await store().reserve(mine);
        await Promise.all([store().settle(mine, at), store().reverse(mine, later)]);
        expect(await balance()).toBe(5);
      }
    });

    test('deletes its recorded response, but not those of other calls', async () => {
      const now = new Date().toISOString();
      const keyed = claim('r1');
      const other = claim('r2', { key: 'another' });
      for (const one of [keyed, other]) {
        const mine = reservation(one.call_id);
        await store().claimIdempotencyKey(one, now);
        await store().reserve(mine);
        await store().settle(mine, now, { claim: one, response: one.call_id });
      }
      await store().reverse(reservation('r1'), now);
      expect(await balance()).toBe(4);
      await reopen();
      expect(await store().claimIdempotencyKey({ ...other, call_id: 'r3' }, now)).toMatchObject({
        response: 'r2',
      });
      const again = { ...keyed, call_id: 'r4' };
      expect(await store().claimIdempotencyKey(again, now)).toBeUndefined();
      await store().reserve(reservation('r4'));
      await store().settle(reservation('r4'), now, { claim: again, response: 'r4' });
      expect(await store().claimIdempotencyKey({ ...keyed, call_id: 'r5' }, now)).toMatchObject({
        response: 'r4',
      });
      expect(await balance()).toBe(3);
    });

    test('records nothing for a reserved call', async () => {
      const now = new Date().toISOString();
      const keyed = claim('r1');
      await store().claimIdempotencyKey(keyed, now);
      await store().reserve(r1);
      await store().reverse(r1, now);
      expect(await store().settle(r1, now, { claim: keyed, response: 'late' })).toBe(false);
      await store().dropClaim(keyed);
      expect(await store().claimIdempotencyKey(claim('r2'), now)).toBeUndefined();
    });
  });
}
