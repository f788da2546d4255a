import { beforeEach, describe, expect, test } from 'vitest';
import { StoreError } from '../../../service/storage/interfaces/errors.ts';
import { account, at, entry, reservation, user } from './examples.ts';
import type { Subject } from './subject.ts';

const r1 = reservation('r1');

export function creditsContract({ store, reopen }: Subject): void {
  async function balance() {
    return (await store().findAccount(user))?.credits_available;
  }

  describe('credits', () => {
    beforeEach(() => store().createAccount(account(user, { credits_available: 5 }), at));

    test('reserving subtracts credits from the balance, and returns the updated account', async () => {
      const after = account(user, { credits_available: 3 });
      expect(await store().reserve(reservation('r1', { credits: 2 }))).toEqual(after);
      expect(await balance()).toBe(3);
    });

    test('settled credits stay spent', async () => {
      const two = reservation('r1', { credits: 2 });
      await store().reserve(two);
      await store().settle(two, at);
      expect(await balance()).toBe(3);
      await reopen();
      expect(await balance()).toBe(3);
    });

    test('released credits are given back', async () => {
      const two = reservation('r1', { credits: 2 });
      await store().reserve(two);
      await store().release(two);
      expect(await balance()).toBe(5);
      await reopen();
      expect(await balance()).toBe(5);
    });

    test('the last credit can be reserved, but no more', async () => {
      expect(await store().reserve(reservation('r1', { credits: 6 }))).toBeUndefined();
      expect(await balance()).toBe(5);
      const all = await store().reserve(reservation('r2', { credits: 5 }));
      expect(all).toMatchObject({ credits_available: 0 });
      expect(await store().reserve(reservation('r3'))).toBeUndefined();
      expect(await balance()).toBe(0);
    });

    test('repeating a reservation changes nothing, even after it was settled', async () => {
      const [first, second] = await Promise.all([store().reserve(r1), store().reserve(r1)]);
      expect(await store().reserve(r1)).toEqual(first);
      expect(second).toEqual(first);
      expect(await balance()).toBe(4);
      await store().settle(r1, at);
      expect(await store().reserve(r1)).toEqual(first);
      await store().release(r1);
      expect(await balance()).toBe(4);
    });

    test('repeating a reservation succeeds even if no credit is left', async () => {
      const all = reservation('r1', { credits: 5 });
      await store().reserve(all);
      expect(await store().reserve(all)).toMatchObject({ credits_available: 0 });
      await store().settle(all, at);
      expect(await store().reserve(all)).toMatchObject({ credits_available: 0 });
    });

    test('a second settle or release changes nothing', async () => {
      await store().reserve(r1);
      await Promise.all([store().release(r1), store().release(r1)]);
      await store().settle(r1, at);
      await store().release(r1);
      expect(await balance()).toBe(5);

      const r2 = reservation('r2');
      await store().reserve(r2);
      await store().settle(r2, at);
      await Promise.all([store().settle(r2, at), store().release(r2)]);
      expect(await balance()).toBe(4);
      expect(await store().listEntries(user)).toHaveLength(2);
    });

    test('of a simultaneous settle and release, one wins', async () => {
      await store().reserve(r1);
      await Promise.all([store().settle(r1, at), store().release(r1)]);
      const spent = (await store().listEntries(user)).filter(({ reason }) => reason === 'call');
      expect(await balance()).toBe(5 - spent.length);
    });

    test('settling or releasing an unknown reservation changes nothing', async () => {
      for (const id of ['none', '__proto__', 'constructor']) {
        await store().settle(reservation(id), at);
        await store().release(reservation(id));
      }
      expect(await balance()).toBe(5);
    });

    test('of a hundred simultaneous reservations on five credits, five succeed', async () => {
      const reserved = await Promise.all(
        Array.from({ length: 100 }, (_, i) => store().reserve(reservation(`r${i}`))),
      );
      const left = reserved.flatMap((after) => (after ? [after.credits_available] : []));
      expect(left.toSorted()).toEqual([0, 1, 2, 3, 4]);
      expect(await balance()).toBe(0);
    });

    test('the balance is right after reserving, settling, releasing and adding in parallel', async () => {
      await store().changeCredits(entry('e', 95));
      await Promise.all(
        Array.from({ length: 90 }, async (_, i) => {
          const mine = reservation(`r${i}`);
          await store().reserve(mine);
          if (i % 3 === 0) await store().settle(mine, at);
          else if (i % 3 === 1) await store().release(mine);
          else await Promise.all([store().release(mine), store().changeCredits(entry(`e${i}`, 1))]);
        }),
      );
      expect(await balance()).toBe(100);
      await reopen();
      expect(await balance()).toBe(100);
    });

    test('a balance that no number holds exactly is refused, and changes nothing', async () => {
      const most = entry('e1', Number.MAX_SAFE_INTEGER);
      await expect(store().changeCredits(most)).rejects.toThrow(StoreError);
      expect(await balance()).toBe(5);
      await reopen();
      expect(await balance()).toBe(5);
      expect(await store().changeCredits(entry('e1', 1))).toMatchObject({ credits_available: 6 });
    });

    test('stores copies of reservations', async () => {
      const given = { ...r1 };
      const after = await store().reserve(given);
      Object.assign(given, { credits: 1_000 });
      Object.assign(after ?? {}, { credits_available: 1_000 });
      await store().release(given);
      expect(await balance()).toBe(5);
    });
  });
}
