import { beforeEach, describe, expect, test } from 'vitest';
import { account, type Subject } from './suite.ts';

const user = 'a@example.com';

function reservation(id: string, credits = 1) {
  return { id, user_id: user, credits };
}

export function creditsContract({ store, reopen }: Subject): void {
  async function balance() {
    return (await store().findAccount(user))?.credits_available;
  }

  describe('credits', () => {
    beforeEach(() => store().createAccount(account(user, { credits_available: 5 })));

    test('reserving takes credits off the balance, and answers the account after it', async () => {
      const after = account(user, { credits_available: 3 });
      expect(await store().reserve(reservation('r1', 2))).toEqual(after);
      expect(await balance()).toBe(3);
    });

    test('settled credits are spent', async () => {
      await store().reserve(reservation('r1', 2));
      await store().settle('r1');
      expect(await balance()).toBe(3);
      await reopen();
      expect(await balance()).toBe(3);
    });

    test('released credits are back', async () => {
      await store().reserve(reservation('r1', 2));
      await store().release('r1');
      expect(await balance()).toBe(5);
      await reopen();
      expect(await balance()).toBe(5);
    });

    test('the last credit can be reserved, and not one more', async () => {
      expect(await store().reserve(reservation('r1', 6))).toBeUndefined();
      expect(await balance()).toBe(5);
      expect(await store().reserve(reservation('r2', 5))).toMatchObject({ credits_available: 0 });
      expect(await store().reserve(reservation('r3'))).toBeUndefined();
      expect(await balance()).toBe(0);
    });

    test('an account that is not there has no credits', async () => {
      for (const userId of ['nobody@example.com', '__proto__']) {
        const id = `for ${userId}`;
        expect(await store().reserve({ ...reservation(id), user_id: userId })).toBeUndefined();
      }
    });

    test('the same reservation again changes nothing', async () => {
      const [first, second] = await Promise.all([
        store().reserve(reservation('r1')),
        store().reserve(reservation('r1')),
      ]);
      expect(await store().reserve(reservation('r1'))).toEqual(first);
      expect(second).toEqual(first);
      expect(await balance()).toBe(4);
      await store().release('r1');
      expect(await balance()).toBe(5);
    });

    test('settling or releasing again, or the other after the one, changes nothing', async () => {
      await store().reserve(reservation('r1'));
      await Promise.all([store().release('r1'), store().release('r1')]);
      await store().settle('r1');
      await store().release('r1');
      expect(await balance()).toBe(5);

      await store().reserve(reservation('r2'));
      await Promise.all([store().settle('r2'), store().release('r2')]);
      await store().release('r2');
      expect(await balance()).toBe(4);
    });

    test('settling or releasing what was never reserved changes nothing', async () => {
      for (const id of ['none', '__proto__', 'constructor']) {
        await store().settle(id);
        await store().release(id);
      }
      expect(await balance()).toBe(5);
    });

    test('a hundred reservations at once on five credits: five have one', async () => {
      const answers = await Promise.all(
        Array.from({ length: 100 }, (_, i) => store().reserve(reservation(`r${i}`))),
      );
      const left = answers.flatMap((after) => (after ? [after.credits_available] : []));
      expect(left.toSorted()).toEqual([0, 1, 2, 3, 4]);
      expect(await balance()).toBe(0);
    });

    test('reserving, settling, releasing and adding at once come out even', async () => {
      await store().addCredits(user, 95);
      await Promise.all(
        Array.from({ length: 90 }, async (_, i) => {
          await store().reserve(reservation(`r${i}`));
          if (i % 3 === 0) await store().settle(`r${i}`);
          else if (i % 3 === 1) await store().release(`r${i}`);
          else await Promise.all([store().release(`r${i}`), store().addCredits(user, 1)]);
        }),
      );
      expect(await balance()).toBe(100);
      await reopen();
      expect(await balance()).toBe(100);
    });

    test('keeps copies of reservations', async () => {
      const given = reservation('r1');
      const after = await store().reserve(given);
      Object.assign(given, { credits: 1_000 });
      Object.assign(after ?? {}, { credits_available: 1_000 });
      await store().release('r1');
      expect(await balance()).toBe(5);
    });
  });
}
