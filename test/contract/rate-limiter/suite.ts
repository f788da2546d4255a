import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type {
  RateLimitCount,
  RateLimiter,
  StorageBackend,
} from '../../../service/storage/interfaces/storage-backend.ts';

const windowMs = 60_000;
const hourMs = 3_600_000;

/** The results of `points` consecutive requests of a key. */
export async function consumeTimes(
  limiter: RateLimiter,
  points: number,
  key = 'a',
): Promise<RateLimitCount[]> {
  const counts: RateLimitCount[] = [];
  for (let i = 0; i < points; i++) counts.push(await limiter.consume(key));
  return counts;
}

export function passed(counts: readonly RateLimitCount[]): number {
  return counts.filter(({ isOver }) => !isOver).length;
}

/** A storage without any counts. */
export interface Subject {
  readonly storage: StorageBackend;
  /** Sets the clock that decides when windows end, in milliseconds since the epoch. */
  setClock(ms: number): Promise<unknown>;
}

/** The contract of every storage's limits. */
export function rateLimiterContract(name: string, open: () => Promise<Subject>): void {
  describe(`limits of ${name}`, () => {
    let storage: StorageBackend;
    let setClock: Subject['setClock'];
    let limiter: RateLimiter;
    let start: number;

    beforeEach(async () => {
      ({ storage, setClock } = await open());
      limiter = storage.createRateLimiter({ name: 'user', points: 3, duration: 60 });
      vi.useFakeTimers({ toFake: ['Date'] });
      start = Date.now();
      await at(0);
    });

    afterEach(async () => {
      vi.useRealTimers();
      await storage.accountStore.close();
    });

    async function at(ms: number): Promise<void> {
      vi.setSystemTime(start + ms);
      await setClock(start + ms);
    }

    test('count down, and refuse requests after the last one', async () => {
      const counts = await consumeTimes(limiter, 5);
      expect(counts.map(({ isOver }) => isOver)).toEqual([false, false, false, true, true]);
      expect(counts.map(({ remaining }) => remaining)).toEqual([2, 1, 0, 0, 0]);
      expect(new Set(counts.map(({ msBeforeNext }) => msBeforeNext))).toEqual(new Set([windowMs]));
    });

    test('let exactly the allowed number of a hundred parallel requests through', async () => {
      const counts = await Promise.all(Array.from({ length: 100 }, () => limiter.consume('a')));
      expect(passed(counts)).toBe(3);
    });

    test('separate keys, and limits with different names', async () => {
      const other = storage.createRateLimiter({ name: 'other', points: 1, duration: 60 });
      await consumeTimes(limiter, 4);
      expect(await limiter.consume('b')).toMatchObject({ isOver: false, remaining: 2 });
      expect(await other.consume('a')).toMatchObject({ isOver: false, remaining: 0 });
    });

    test('undo only one request, even the one that filled the window', async () => {
      await consumeTimes(limiter, 3);
      await consumeTimes(limiter, 3, 'b');
      await limiter.refund('a');
      const counts = await consumeTimes(limiter, 2);
      expect(counts.map(({ isOver }) => isOver)).toEqual([false, true]);
      expect(passed(await consumeTimes(limiter, 1, 'b'))).toBe(0);
    });

    test('reset only one key, over the limit or not', async () => {
      const other = storage.createRateLimiter({ name: 'other', points: 1, duration: 60 });
      await consumeTimes(limiter, 2, 'b');
      await consumeTimes(limiter, 4);
      await other.consume('a');
      for (const key of ['a', 'unknown', 'a']) await limiter.forget(key);
      expect(await limiter.consume('a')).toEqual({
        isOver: false,
        remaining: 2,
        msBeforeNext: windowMs,
      });
      expect(await limiter.consume('b')).toMatchObject({ remaining: 0 });
      expect(await other.consume('a')).toMatchObject({ isOver: true });
    });

    test('refuse in the last millisecond of a window, and reset in the next', async () => {
      await consumeTimes(limiter, 3);
      await at(windowMs - 1);
      expect(await limiter.consume('a')).toEqual({ isOver: true, remaining: 0, msBeforeNext: 1 });
      await at(windowMs);
      expect(await limiter.consume('a')).toEqual({
        isOver: false,
        remaining: 2,
        msBeforeNext: windowMs,
      });
    });

    test('a window begins with its first request, not with its last', async () => {
      await limiter.consume('a');
      await at(windowMs - 1);
      expect(await limiter.consume('a')).toMatchObject({ remaining: 1, msBeforeNext: 1 });
      await at(windowMs);
      expect(await limiter.consume('a')).toMatchObject({ remaining: 2 });
    });

    test('shorten one window when the clock jumps forward', async () => {
      await consumeTimes(limiter, 4);
      await at(hourMs);
      expect(passed(await consumeTimes(limiter, 5))).toBe(3);
    });

    test('reset when the clock jumps back by an hour', async () => {
      await consumeTimes(limiter, 4);
      await at(-hourMs);
      const counts = await consumeTimes(limiter, 5);
      expect(passed(counts)).toBe(3);
      expect(counts.filter(({ msBeforeNext }) => msBeforeNext > windowMs)).toEqual([]);
      await at(-hourMs + windowMs);
      expect(await limiter.consume('a')).toMatchObject({ isOver: false });
    });

    test('block no key for longer than a window when the clock jumps back by less', async () => {
      await at(windowMs / 2);
      await consumeTimes(limiter, 3);
      await at(windowMs / 2 - 500);
      const { isOver, msBeforeNext } = await limiter.consume('a');
      expect({ isOver, msBeforeNext }).toEqual({ isOver: true, msBeforeNext: windowMs });
      await at(0);
      expect(await limiter.consume('a')).toMatchObject({ isOver: false, remaining: 2 });
    });
  });
}
