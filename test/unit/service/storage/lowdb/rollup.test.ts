import fc from 'fast-check';
import { expect, test } from 'vitest';
import { rollUp, startAfter } from '../../../../../service/storage/lowdb/rollup.ts';
import type { StoredEntry } from '../../../../../service/storage/lowdb/shard-data.ts';
import { entryReasons } from '../../../../../service/storage/interfaces/credit-ledger.ts';

const first = Date.parse('2026-01-01T00:00:00.000Z');

/** The longest pauses between entries, in milliseconds: 400 of them last months, or years. */
const pauses = [20_000_000, 500_000_000];

/** Entries, oldest first, each with an id of its own. */
const entries = fc
  .array(
    fc.record({
      credits: fc.integer({ min: -5, max: 100 }),
      reason: fc.constantFrom('call' as const, ...entryReasons),
      pause: fc.double({ min: 0, max: 1, noNaN: true }),
    }),
    { maxLength: 400, size: 'max' },
  )
  .chain((all) => fc.constantFrom(...pauses).map((longest) => ({ all, longest })))
  .map(({ all, longest }) => {
    let time = first;
    return all.map(({ credits, reason, pause }, i): StoredEntry => {
      const at = new Date((time += Math.round(pause * longest))).toISOString();
      return { id: `e${i}`, user_id: 'a', credits, reason, request_id: `r${i}`, at };
    });
  });

const sum = (all: readonly StoredEntry[]) => all.reduce((total, { credits }) => total + credits, 0);

test('rolling up keeps the sum, the order, the newest 200 and all entries except calls', () => {
  fc.assert(
    fc.property(entries, (all) => {
      const joined = rollUp(all);
      expect(sum(joined)).toBe(sum(all));
      expect(joined.slice(-200)).toEqual(all.slice(-200));
      const others = (list: StoredEntry[]) => list.filter(({ reason }) => reason !== 'call');
      expect(others(joined)).toEqual(others(all));
      const ids = joined.map(({ id }) => id);
      expect(new Set(ids).size).toBe(ids.length);
      // A rollup has the position of its last call.
      const times = joined.map(({ at }) => at);
      expect(times).toEqual(times.toSorted());
    }),
    { numRuns: 50 },
  );
});

test('rolling up repeatedly as calls arrive keeps the sum and stays small', () => {
  let kept: StoredEntry[] = [];
  for (let i = 0; i < 5_000; i++) {
    const at = new Date(first + i * 600_000).toISOString();
    const call = { id: `e${i}`, user_id: 'a', credits: -1, request_id: `r${i}`, at };
    kept = rollUp([...kept, { ...call, reason: 'call' }]);
  }
  expect(sum(kept)).toBe(-5_000);
  expect(kept.length).toBeLessThan(300);
});

test('ten years of calls take little space: by day for a year, by month before that', () => {
  let kept: StoredEntry[] = [];
  const calls = 10 * 365 * 2;
  // Rolling up for each call, as the service does, would take seconds.
  for (let i = 0; i < calls; i += 10) {
    const more = Array.from({ length: 10 }, (_, j): StoredEntry => {
      const at = new Date(first + (i + j) * 43_200_000).toISOString();
      return { id: `e${i + j}`, user_id: 'a', credits: -1, reason: 'call', request_id: null, at };
    });
    kept = rollUp([...kept, ...more]);
  }
  expect(sum(kept)).toBe(-calls);
  expect(kept.length).toBeLessThanOrEqual(200 + 366 + 10 * 12);
  expect(kept[0]).toMatchObject({ id: 'calls-2026-01', credits: -62, request_id: null });
  const ids = kept.map(({ id }) => id);
  expect(ids.filter((id) => /^calls-\d{4}-\d\d$/.test(id)).length).toBeGreaterThan(100);
  expect(new Set(ids).size).toBe(ids.length);
}, 60_000);

test('leaves a few entries unchanged', () => {
  const few = Array.from({ length: 250 }, (_, i): StoredEntry => {
    const at = new Date(first + i).toISOString();
    return { id: `e${i}`, user_id: 'a', credits: -1, reason: 'call', request_id: null, at };
  });
  expect(rollUp(few)).toBe(few);
});

test('a page continues after an entry, or with the newest rollup if the entry was rolled up', () => {
  const newestFirst = ['c3', 'top-up', 'calls-2026-01-02', 'gift', 'calls-2026-01-01'].map(
    (id) => ({
      ...{ id, user_id: 'a', credits: 1, request_id: null, at: '2026-01-03T00:00:00.000Z' },
      reason: 'call' as const,
    }),
  );
  expect(startAfter(newestFirst, 'c3')).toBe(1);
  expect(startAfter(newestFirst, 'calls-2026-01-01')).toBe(5);
  expect(startAfter(newestFirst, 'c1')).toBe(2);
  expect(startAfter(newestFirst.slice(0, 2), 'c1')).toBe(2);
  expect(startAfter(newestFirst.slice(2), 'c3')).toBe(0);
});
