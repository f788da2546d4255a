import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import {
  createChallenges,
  type Challenges,
} from '../../../service/dashboard/protection/challenges.ts';
import type { StorageBackend } from '../../../service/storage/interfaces/storage-backend.ts';

interface Place {
  readonly storage: StorageBackend;
  /** Lets time pass, in milliseconds. */
  pass(ms: number): Promise<unknown>;
}

/** The contract of `ChallengeStore`, for one kind of storage, and of the challenges that use it. */
export function challengeStoreContract(name: string, open: () => Promise<Place>): void {
  describe(`challenge contract: ${name}`, () => {
    const holder = ['anna@example.com', 'browser'];
    let place: Place;
    let challenges: Challenges;

    beforeEach(async () => {
      place = await open();
      challenges = createChallenges(place.storage.challengeStore);
    });
    afterEach(async () => {
      vi.useRealTimers();
      await place.storage.accountStore.close();
    });

    const redeem = (challenge: string, purpose = 'second-step' as const, by = holder) =>
      challenges.redeem(challenge, purpose, by);

    test('a challenge is redeemed once, and only if it was issued', async () => {
      const issued = await challenges.issue('second-step', holder);
      expect(issued).toMatch(/^[\w-]{43}$/);
      expect([await redeem(issued), await redeem(issued), await redeem(issued)]).toEqual([
        true,
        false,
        false,
      ]);
      for (const invented of ['', 'x'.repeat(43), issued.toUpperCase(), `${issued} `, 'é\0']) {
        for (let i = 0; i < 3; i++) expect(await redeem(invented)).toBe(false);
      }
    });

    test('of many concurrent attempts, one succeeds', async () => {
      const issued = await challenges.issue('second-step', holder);
      const redeemed = await Promise.all(Array.from({ length: 20 }, () => redeem(issued)));
      expect(redeemed.filter(Boolean)).toHaveLength(1);
    });

    test('each is for one purpose and one holder, who can redeem it after others failed', async () => {
      const issued = await challenges.issue('second-step', ['a', 'b\nc']);
      for (const by of [
        ['a', 'b', 'c'],
        ['a\nb', 'c'],
        ['a'],
        ['a', 'b\nc', ''],
        [],
        ['b\nc', 'a'],
      ]) {
        expect(await redeem(issued, 'second-step', by)).toBe(false);
      }
      for (const purpose of ['passkey-sign-in', 'new-passkey'] as const) {
        expect(await challenges.redeem(issued, purpose, ['a', 'b\nc'])).toBe(false);
      }
      expect(await redeem(issued, 'second-step', ['a', 'b\nc'])).toBe(true);
    });

    test('after five minutes, challenges are refused', async () => {
      const [early, late] = [
        await challenges.issue('second-step', holder),
        await challenges.issue('second-step', holder),
      ];
      await place.pass(295_000);
      expect(await redeem(early)).toBe(true);
      await place.pass(10_000);
      expect([await redeem(late), await redeem(late)]).toEqual([false, false]);
    });
  });
}
