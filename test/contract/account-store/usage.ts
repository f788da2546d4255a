import { beforeEach, describe, expect, test } from 'vitest';
import { StoreError } from '../../../service/storage/interfaces/errors.ts';
import { account, at, usage, user } from './examples.ts';
import type { Subject } from './subject.ts';

export function usageContract({ store, reopen }: Subject): void {
  describe('usage', () => {
    beforeEach(() => store().createAccount(account(user), at));

    test('of an invalid day is refused, and all usage can still be listed', async () => {
      await expect(store().addUsage(usage('2026-02-30', { calls: 1 }))).rejects.toThrow(StoreError);
      await expect(store().addUsage(usage('nonsense', { calls: 1 }))).rejects.toThrow(StoreError);
      expect(await store().listUsage(user)).toEqual([]);
    });

    test('adds up by day, newest day first', async () => {
      const counts = { calls: 1, failures: 2, fallbacks: 3, cached: 4, credits: 5 };
      await store().addUsage(usage('2026-01-02', counts));
      await store().addUsage(usage('2026-01-03', { calls: 1 }));
      await store().addUsage(usage('2026-01-02', { calls: 10, credits: 10 }));
      const expected = [
        usage('2026-01-03', { calls: 1 }),
        usage('2026-01-02', { ...counts, calls: 11, credits: 15 }),
      ];
      expect(await store().listUsage(user)).toEqual(expected);
      await reopen();
      expect(await store().listUsage(user)).toEqual(expected);
    });

    test('loses no parallel additions', async () => {
      await Promise.all(
        Array.from({ length: 50 }, () => store().addUsage(usage('2026-01-02', { calls: 1 }))),
      );
      expect(await store().listUsage(user)).toEqual([usage('2026-01-02', { calls: 50 })]);
    });

    test('removes days that are more than 400 days before the newest', async () => {
      // Relative to today, because maintenance may remove older ones meanwhile.
      const before = (number: number) =>
        new Date(Date.now() - number * 86_400_000).toISOString().slice(0, 10);
      const [newest, last, ...old] = [0, 400, 401, 402].map(before);
      for (const day of [...old.toReversed(), last, newest]) {
        await store().addUsage(usage(String(day), { calls: 1 }));
      }
      const days = async () => (await store().listUsage(user)).map(({ day }) => day);
      expect(await days()).toEqual([newest, last]);
      await store().addUsage(usage(String(old.at(-1)), { calls: 1 }));
      expect(await days()).toEqual([newest, last]);
    });

    test('belongs to one user', async () => {
      await store().createAccount(account('b@example.com'), at);
      await store().addUsage(usage('2026-01-02', { calls: 1 }));
      expect(await store().listUsage('b@example.com')).toEqual([]);
    });

    test('of an unknown user is not stored', async () => {
      for (const userId of ['nobody@example.com', '__proto__']) {
        await store().addUsage(usage('2026-01-02', { user_id: userId, calls: 1 }));
        expect(await store().listUsage(userId)).toEqual([]);
      }
    });

    test('returns copies', async () => {
      await store().addUsage(usage('2026-01-02', { calls: 1 }));
      const [day] = await store().listUsage(user);
      Object.assign(day ?? {}, { calls: 1_000 });
      expect(await store().listUsage(user)).toEqual([usage('2026-01-02', { calls: 1 })]);
    });
  });
}
