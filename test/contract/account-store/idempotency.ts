import { beforeEach, describe, expect, test } from 'vitest';
import type { IdempotencyClaim } from '../../../service/storage/interfaces/credit-ledger.ts';
import { account, at, claim, entry, reservation, user } from './examples.ts';
import type { Subject } from './subject.ts';

const response = '{"altText":"A boat \\u0000 \\ud800 🚤"}';
const running = { fingerprint: 'hash of the request', response: null };
const completed = { ...running, response };

/** Hours from now; stores compare with their own clock. */
function hours(count: number): string {
  return new Date(Date.now() + count * 3_600_000).toISOString();
}

export function idempotencyContract({ store, reopen }: Subject): void {
  const claimKey = (one: IdempotencyClaim) => store().claimIdempotencyKey(one, hours(0));
  const balance = async () => (await store().findAccount(user))?.credits_available;

  /** Settles a call that has reserved its credit. */
  function settle(one: IdempotencyClaim, when = hours(0), text = response) {
    const mine = reservation(one.call_id, { user_id: one.user_id });
    return store().settle(mine, when, { claim: one, response: text });
  }

  /**
   * Makes a whole call. Returns the record of its key if another call holds it, otherwise whether
   * it is settled.
   */
  async function call(one: IdempotencyClaim, when = hours(0), text = response) {
    const record = await claimKey(one);
    if (record) return record;
    await store().reserve(reservation(one.call_id, { user_id: one.user_id }));
    return settle(one, when, text);
  }

  describe('idempotency keys', () => {
    beforeEach(() => store().createAccount(account(user), at));

    test('a call holds a key until it is settled; after that, its response is returned', async () => {
      expect(await claimKey(claim('c1'))).toBeUndefined();
      expect(await claimKey(claim('c2'))).toEqual(running);
      await store().reserve(reservation('c1'));
      expect(await claimKey(claim('c2'))).toEqual(running);
      expect(await settle(claim('c1'))).toBe(true);
      for (const id of ['c2', 'c1']) expect(await claimKey(claim(id))).toEqual(completed);
      await reopen();
      expect(await claimKey(claim('c2'))).toEqual(completed);
      expect(await balance()).toBe(9);
    });

    test('a free response is recorded without a reservation, for the call that holds the key', async () => {
      await claimKey(claim('c1'));
      await store().recordResponse({ claim: claim('c2'), response: 'of another call' }, hours(0));
      expect(await claimKey(claim('c3'))).toEqual(running);
      await store().recordResponse({ claim: claim('c1'), response }, hours(0));
      await store().recordResponse({ claim: claim('c1'), response: 'of later' }, hours(0));
      await reopen();
      expect(await claimKey(claim('c3'))).toEqual(completed);
      expect(await balance()).toBe(10);
    });

    test('a free response also expires after 24 hours', async () => {
      await claimKey(claim('c1'));
      await store().recordResponse({ claim: claim('c1'), response }, hours(-24.1));
      expect(await claimKey(claim('c2'))).toBeUndefined();
    });

    test('claiming a key again for the same call changes nothing', async () => {
      await claimKey(claim('c1'));
      expect(await claimKey(claim('c1'))).toBeUndefined();
      expect(await claimKey(claim('c2'))).toEqual(running);
      await store().dropClaim(claim('c1'));
      expect(await claimKey(claim('c2'))).toBeUndefined();
    });

    test('returns the request that the key was used for, running or settled', async () => {
      const other = claim('c2', { fingerprint: 'hash of another request' });
      await claimKey(claim('c1'));
      expect(await claimKey(other)).toEqual(running);
      await store().reserve(reservation('c1'));
      await settle(claim('c1'));
      expect(await claimKey(other)).toEqual(completed);
    });

    test('the same key of another owner, and other keys, have their own records', async () => {
      await store().createAccount(account('b@example.com'), at);
      await call(claim('c1'));
      const others = { owner_id: 'b@example.com', user_id: 'b@example.com' };
      expect(await call(claim('c2', others), hours(0), 'other')).toBe(true);
      expect(await call(claim('c3', { key: 'another' }), hours(0), 'another')).toBe(true);
      expect(await claimKey(claim('c4'))).toEqual(completed);
      expect(await claimKey(claim('c4', others))).toMatchObject({ response: 'other' });
    });

    test('a key belongs to its owner, whichever user it is used for', async () => {
      const writer = 'writer@example.com';
      await store().createAccount(account(writer, { owner_id: user }), at);
      await call(claim('c1', { user_id: writer }));
      expect(await claimKey(claim('c2'))).toEqual(completed);
      expect(await balance()).toBe(10);
    });

    test('a dropped key is free; a key of another call, or with a response, is not dropped', async () => {
      await claimKey(claim('c1'));
      await store().dropClaim(claim('c2'));
      expect(await claimKey(claim('c3'))).toEqual(running);
      await store().dropClaim(claim('c1'));
      expect(await call(claim('c3'))).toBe(true);
      await store().dropClaim(claim('c3'));
      await store().dropClaim(claim('c1'));
      expect(await claimKey(claim('c4'))).toEqual(completed);
    });

    test('an expired claim is free, and its call can no longer be settled', async () => {
      const old = claim('c1', { expires_at: hours(-0.001) });
      await claimKey(old);
      await store().reserve(reservation('c1'));
      expect(await claimKey(claim('c2'))).toBeUndefined();
      expect(await settle(old)).toBe(false);
      expect(await claimKey(claim('c3'))).toEqual(running);
      await store().reserve(reservation('c2'));
      expect(await settle(claim('c2'), hours(0), 'second')).toBe(true);
      await store().dropClaim(old);
      await store().release(reservation('c1'));
      expect(await claimKey(claim('c3'))).toMatchObject({ response: 'second' });
      expect(await balance()).toBe(9);
    });

    test('a response is returned for 24 hours', async () => {
      await call(claim('c1'), hours(-23.99));
      expect(await claimKey(claim('c2'))).toEqual(completed);
      await call(claim('c3', { key: 'old' }), hours(-24.01));
      expect(await call(claim('c4', { key: 'old' }), hours(0), 'new')).toBe(true);
      expect(await claimKey(claim('c5', { key: 'old' }))).toMatchObject({ response: 'new' });
      await reopen();
      expect(await claimKey(claim('c5', { key: 'old' }))).toMatchObject({ response: 'new' });
    });

    test('nothing is recorded without a current reservation', async () => {
      await claimKey(claim('c1'));
      expect(await settle(claim('c1'))).toBe(false);
      expect(await claimKey(claim('c2'))).toEqual(running);
      await store().reserve(reservation('c1'));
      await store().release(reservation('c1'));
      expect(await settle(claim('c1'))).toBe(false);
      await store().dropClaim(claim('c1'));
      expect(await claimKey(claim('c2'))).toBeUndefined();
      expect(await balance()).toBe(10);
    });

    test('nothing is spent if the call no longer holds its key', async () => {
      await claimKey(claim('c1'));
      await store().reserve(reservation('c1'));
      await store().dropClaim(claim('c1'));
      expect(await settle(claim('c1'))).toBe(false);
      await store().release(reservation('c1'));
      expect(await balance()).toBe(10);
      expect(await claimKey(claim('c2'))).toBeUndefined();
    });

    test('settling again changes nothing, and returns that it is settled', async () => {
      await call(claim('c1'));
      expect(await settle(claim('c1'), hours(0), 'again')).toBe(true);
      await store().release(reservation('c1'));
      expect(await claimKey(claim('c2'))).toEqual(completed);
      expect(await balance()).toBe(9);
    });

    test('of a simultaneous settle, release and drop: spent if and only if recorded', async () => {
      for (let i = 0; i < 20; i++) {
        const mine = claim(`c${i}`, { key: `key ${i}` });
        await claimKey(mine);
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
        const next = await claimKey({ ...mine, call_id: 'next' });
        expect(next?.response === response).toBe((await balance()) === before);
      }
    });

    test('of fifty simultaneous calls, one holds the key', async () => {
      const outcomes = await Promise.all(
        Array.from({ length: 50 }, (_, i) => call(claim(`c${i}`))),
      );
      expect(outcomes.filter((outcome) => outcome === true)).toHaveLength(1);
      expect(await balance()).toBe(9);
      expect(await claimKey(claim('next'))).toEqual(completed);
    });

    test('is removed with its account, and unknown to a later account of the same name', async () => {
      await call(claim('c1'));
      await store().removeAccount(user);
      await store().createAccount(account(user), at);
      expect(await claimKey(claim('c2'))).toBeUndefined();
      await reopen();
      expect(await call(claim('c2'), hours(0), 'new')).toBe(true);
    });
  });
}
