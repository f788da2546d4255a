import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type {
  CallLimit,
  StorageBackend,
} from '../../../service/storage/interfaces/storage-backend.ts';

/**
 * The contract of `CallCounter`, for one kind of storage.
 * @param open opens the same storage again each time
 */
export function callCounterContract(name: string, newPlace: () => Promise<Place>): void {
  describe(`call counter contract: ${name}`, () => {
    let place: Place;
    let storage: StorageBackend;
    const counter = () => storage.callCounter;
    const owner: CallLimit = { scope: 'a@example.com', limit: 3 };
    const all: CallLimit = { scope: '', limit: 5 };

    beforeEach(async () => {
      place = await newPlace();
      storage = await place.open();
    });
    afterEach(() => storage.accountStore.close());

    async function takeMany(count: number, limits: readonly CallLimit[]): Promise<number> {
      const taken = await Promise.all(Array.from({ length: count }, () => counter().take(limits)));
      return taken.filter(({ isTaken }) => isTaken).length;
    }

    test('of many concurrent calls, no more than the limit are counted', async () => {
      expect(await takeMany(20, [all])).toBe(5);
      expect(await counter().read([''])).toEqual([{ scope: '', calls: 5 }]);
      const refused = await counter().take([all]);
      expect(refused).toMatchObject({ isTaken: false, scope: '' });
      const left = 'secondsLeft' in refused ? refused.secondsLeft : 0;
      const midnight = new Date().setUTCHours(24, 0, 0, 0);
      expect(Math.abs(left - (midnight - Date.now()) / 1_000)).toBeLessThan(60);
    });

    test('if one limit is reached, the call is counted in no scope', async () => {
      expect(await takeMany(10, [owner, all])).toBe(3);
      expect(await counter().take([owner, all])).toMatchObject({ scope: owner.scope });
      expect(await counter().read([''])).toEqual([{ scope: '', calls: 3 }]);
      expect(await takeMany(10, [all])).toBe(2);
      const other = { ...owner, scope: 'b@example.com' };
      expect(await counter().take([other, all])).toMatchObject({ isTaken: false, scope: '' });
      const counts = await counter().read([other.scope]);
      expect(counts.every(({ calls }) => calls === 0)).toBe(true);
    });

    test('each call gets its own count, so exactly one of them reaches 80 percent', async () => {
      const taken = await Promise.all(Array.from({ length: 5 }, () => counter().take([all])));
      const calls = taken.map((one) => (one.isTaken ? one.counts[0]?.calls : undefined));
      expect(calls.toSorted()).toEqual([1, 2, 3, 4, 5]);
    });

    test('a call that is given back leaves room for another, even after a restart', async () => {
      expect(await takeMany(5, [all])).toBe(5);
      const day = new Date().toISOString().slice(0, 10);
      await counter().giveBack(day, ['']);
      await counter().giveBack('2020-01-01', ['']);
      await storage.accountStore.close();
      storage = await place.open();
      expect(await takeMany(5, [all])).toBe(1);
      // A limit that is lowered below the number of counted calls.
      expect(await takeMany(1, [{ ...all, limit: 2 }])).toBe(0);
    });

    test('calls without a limit are added to the counts of their day', async () => {
      const day = new Date().toISOString().slice(0, 10);
      const calls = { day, scope: owner.scope, calls: 2 };
      await counter().add([calls, { day, scope: '', calls: 2 }]);
      await counter().add([calls, { ...calls, day: '2020-01-01', calls: 7 }]);
      expect(await takeMany(5, [{ ...owner, limit: 6 }])).toBe(2);
      await storage.accountStore.close();
      storage = await place.open();
      expect(await takeMany(5, [all])).toBe(3);
      expect(await counter().read([owner.scope])).toEqual([{ scope: owner.scope, calls: 6 }]);
    });

    test('calls of processes are added while others are counted', async () => {
      const day = new Date().toISOString().slice(0, 10);
      const scopes = ['a@example.com', 'b@example.com', ''];
      const limits = scopes.map((scope) => ({ scope, limit: 1_000 }));
      await Promise.all(
        Array.from({ length: 40 }, async (_, i) => {
          const some = scopes.map((scope) => ({ day, scope, calls: 1 }));
          await counter().add(i % 2 ? some : some.toReversed());
          await counter().take(limits.filter(({ scope }) => scope !== scopes[i % 2]));
        }),
      );
      const counts = (await counter().read(scopes)).map(({ calls }) => calls);
      expect(counts.toSorted((a, b) => a - b)).toEqual([60, 60, 80]);
    });

    test('calls are given back while others are counted', async () => {
      const day = new Date().toISOString().slice(0, 10);
      const limits = [owner, all].map(({ scope }) => ({ scope, limit: 1_000 }));
      const scopes = limits.map(({ scope }) => scope);
      await Promise.all(
        Array.from({ length: 300 }, async (_, i) => {
          await counter().take(limits);
          if (i % 3) await counter().giveBack(day, i % 2 ? scopes : scopes.toReversed());
        }),
      );
      expect((await counter().read(scopes)).map(({ calls }) => calls)).toEqual([100, 100]);
    });
  });
}

interface Place {
  open(): Promise<StorageBackend>;
}
