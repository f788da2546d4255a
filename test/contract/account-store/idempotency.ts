import { beforeEach, describe, expect, test } from 'vitest';
import type { IdempotencyClaim } from '../../../service/storage/interfaces/idempotency-keys.ts';
import { account, at, claim, entry, reservation, user } from './examples.ts';
import type { Subject } from './subject.ts';

const answer = '{"altText":"A boat \\u0000 \\ud800 🚤"}';
const running = { fingerprint: 'hash of the request', response: null };
const answered = { ...running, response: answer };

/** Hours from now; stores compare with their own clock. */
function hours(count: number): string {
  return new Date(Date.now() + count * 3_600_000).toISOString();
}

export function idempotencyContract({ store, reopen }: Subject): void {
  const take = (one: IdempotencyClaim) => store().claimIdempotencyKey(one, hours(0));
  const balance = async () => (await store().findAccount(user))?.credits_available;

  /** What settling makes of a call that has reserved its credit. */
  function settle(one: IdempotencyClaim, when = hours(0), kept = answer) {
    const mine = reservation(one.call_id, { user_id: one.user_id });
    return store().settle(mine, when, { claim: one, response: kept });
  }

  /** A whole call: what it was told of its key, and what became of it. */
  async function call(one: IdempotencyClaim, when = hours(0), kept = answer) {
    const taken = await take(one);
    if (taken) return taken;
    await store().reserve(reservation(one.call_id, { user_id: one.user_id }));
    return settle(one, when, kept);
  }

  describe('idempotency keys', () => {
    beforeEach(() => store().createAccount(account(user), at));

    test('one call has a key, until it is answered; from then on its answer is told', async () => {
      expect(await take(claim('c1'))).toBeUndefined();
      expect(await take(claim('c2'))).toEqual(running);
      await store().reserve(reservation('c1'));
      expect(await take(claim('c2'))).toEqual(running);
      expect(await settle(claim('c1'))).toBe(true);
      for (const id of ['c2', 'c1']) expect(await take(claim(id))).toEqual(answered);
      await reopen();
      expect(await take(claim('c2'))).toEqual(answered);
      expect(await balance()).toBe(9);
    });

    test('an answer that was free is kept without a reservation, for the call that has the key', async () => {
      await take(claim('c1'));
      await store().recordResponse({ claim: claim('c2'), response: 'of another call' }, hours(0));
      expect(await take(claim('c3'))).toEqual(running);
      await store().recordResponse({ claim: claim('c1'), response: answer }, hours(0));
      await store().recordResponse({ claim: claim('c1'), response: 'of later' }, hours(0));
      await reopen();
      expect(await take(claim('c3'))).toEqual(answered);
      expect(await balance()).toBe(10);
    });

    test('a free answer is forgotten after 24 hours, too', async () => {
      await take(claim('c1'));
      await store().recordResponse({ claim: claim('c1'), response: answer }, hours(-24.1));
      expect(await take(claim('c2'))).toBeUndefined();
    });

    test('to take a key again for the same call changes nothing', async () => {
      await take(claim('c1'));
      expect(await take(claim('c1'))).toBeUndefined();
      expect(await take(claim('c2'))).toEqual(running);
      await store().dropClaim(claim('c1'));
      expect(await take(claim('c2'))).toBeUndefined();
    });

    test('tells the request that it was used for, running or answered', async () => {
      const other = claim('c2', { fingerprint: 'hash of another request' });
      await take(claim('c1'));
      expect(await take(other)).toEqual(running);
      await store().reserve(reservation('c1'));
      await settle(claim('c1'));
      expect(await take(other)).toEqual(answered);
    });

    test('keys of other owners, and other keys, are others', async () => {
      await store().createAccount(account('b@example.com'), at);
      await call(claim('c1'));
      const others = { owner_id: 'b@example.com', user_id: 'b@example.com' };
      expect(await call(claim('c2', others), hours(0), 'other')).toBe(true);
      expect(await call(claim('c3', { key: 'another' }), hours(0), 'another')).toBe(true);
      expect(await take(claim('c4'))).toEqual(answered);
      expect(await take(claim('c4', others))).toMatchObject({ response: 'other' });
    });

    test('a key is its owner’s, for whichever user it is used', async () => {
      const writer = 'writer@example.com';
      await store().createAccount(account(writer, { owner_id: user }), at);
      await call(claim('c1', { user_id: writer }));
      expect(await take(claim('c2'))).toEqual(answered);
      expect(await balance()).toBe(10);
    });

    test('what is dropped is free; what is another’s or answered stays', async () => {
      await take(claim('c1'));
      await store().dropClaim(claim('c2'));
      expect(await take(claim('c3'))).toEqual(running);
      await store().dropClaim(claim('c1'));
      expect(await call(claim('c3'))).toBe(true);
      await store().dropClaim(claim('c3'));
      await store().dropClaim(claim('c1'));
      expect(await take(claim('c4'))).toEqual(answered);
    });

    test('a claim that has expired is free, and its call cannot be settled any more', async () => {
      const old = claim('c1', { expires_at: hours(-0.001) });
      await take(old);
      await store().reserve(reservation('c1'));
      expect(await take(claim('c2'))).toBeUndefined();
      expect(await settle(old)).toBe(false);
      expect(await take(claim('c3'))).toEqual(running);
      await store().reserve(reservation('c2'));
      expect(await settle(claim('c2'), hours(0), 'second')).toBe(true);
      await store().dropClaim(old);
      await store().release(reservation('c1'));
      expect(await take(claim('c3'))).toMatchObject({ response: 'second' });
      expect(await balance()).toBe(9);
    });

    test('an answer is told for 24 hours', async () => {
      await call(claim('c1'), hours(-23.99));
      expect(await take(claim('c2'))).toEqual(answered);
      await call(claim('c3', { key: 'old' }), hours(-24.01));
      expect(await call(claim('c4', { key: 'old' }), hours(0), 'new')).toBe(true);
      expect(await take(claim('c5', { key: 'old' }))).toMatchObject({ response: 'new' });
      await reopen();
      expect(await take(claim('c5', { key: 'old' }))).toMatchObject({ response: 'new' });
    });

    test('is not answered where nothing is reserved, or not any more', async () => {
      await take(claim('c1'));
      expect(await settle(claim('c1'))).toBe(false);
      expect(await take(claim('c2'))).toEqual(running);
      await store().reserve(reservation('c1'));
      await store().release(reservation('c1'));
      expect(await settle(claim('c1'))).toBe(false);
      await store().dropClaim(claim('c1'));
      expect(await take(claim('c2'))).toBeUndefined();
      expect(await balance()).toBe(10);
    });

    test('nothing is spent where the key is not the call’s any more', async () => {
      await take(claim('c1'));
      await store().reserve(reservation('c1'));
      await store().dropClaim(claim('c1'));
      expect(await settle(claim('c1'))).toBe(false);
      await store().release(reservation('c1'));
      expect(await balance()).toBe(10);
      expect(await take(claim('c2'))).toBeUndefined();
    });

    test('settling again changes nothing, and says that it is settled', async () => {
      await call(claim('c1'));
      expect(await settle(claim('c1'), hours(0), 'again')).toBe(true);
      await store().release(reservation('c1'));
      expect(await take(claim('c2'))).toEqual(answered);
      expect(await balance()).toBe(9);
    });

    test('of settling, releasing and dropping at once, spent is what is answered', async () => {
      for (let i = 0; i < 20; i++) {
        const mine = claim(`c${i}`, { key: `key ${i}` });
        await take(mine);
        await store().changeCredits(entry(`e${i}`, 1));
        await store().reserve(reservation(mine.call_id));
        const before = (await balance()) ?? 0;
        const spend = () => settle(mine);
        const release = () => store().release(reservation(mine.call_id));
        const drop = () => store().dropClaim(mine);
        const ways = [
          [spend, release],
          [release, spend],
          [spend, drop],
          [drop, spend],
        ][i % 4];
        await Promise.all((ways ?? []).map((way) => way()));
        await release();
        await drop();
        const next = await take({ ...mine, call_id: 'next' });
        expect(next?.response === answer).toBe((await balance()) === before);
      }
    });

    test('of fifty calls at once one has the key', async () => {
      const outcomes = await Promise.all(
        Array.from({ length: 50 }, (_, i) => call(claim(`c${i}`))),
      );
      expect(outcomes.filter((outcome) => outcome === true)).toHaveLength(1);
      expect(await balance()).toBe(9);
      expect(await take(claim('next'))).toEqual(answered);
    });

    test('goes with its account, and is not known to one that has its name later', async () => {
      await call(claim('c1'));
      await store().removeAccount(user);
      await store().createAccount(account(user), at);
      expect(await take(claim('c2'))).toBeUndefined();
      await reopen();
      expect(await call(claim('c2'), hours(0), 'new')).toBe(true);
    });
  });
}
