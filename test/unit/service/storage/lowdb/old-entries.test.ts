import fc from 'fast-check';
import { expect, test } from 'vitest';
import { joinOldEntries } from '../../../../../service/storage/lowdb/old-entries.ts';
import {
  entryReasons,
  type LedgerEntry,
} from '../../../../../service/storage/interfaces/credit-ledger.ts';

const first = Date.parse('2026-01-01T00:00:00.000Z');

/** Entries of some months, oldest first, each with an id of its own. */
const entries = fc
  .array(
    fc.record({
      credits: fc.integer({ min: -5, max: 100 }),
      reason: fc.constantFrom('call' as const, ...entryReasons),
      pause: fc.integer({ min: 0, max: 20_000_000 }),
    }),
    { maxLength: 400, size: 'max' },
  )
  .map((all) => {
    let time = first;
    return all.map(({ credits, reason, pause }, i): LedgerEntry => {
      const at = new Date((time += pause)).toISOString();
      return { id: `e${i}`, user_id: 'a', credits, reason, request_id: `r${i}`, at };
    });
  });

const sum = (all: readonly LedgerEntry[]) => all.reduce((total, { credits }) => total + credits, 0);

test('joining keeps the sum, the order, the newest 200 and everything but calls', () => {
  fc.assert(
    fc.property(entries, (all) => {
      const joined = joinOldEntries(all);
      expect(sum(joined)).toBe(sum(all));
      expect(joined.slice(-200)).toEqual(all.slice(-200));
      const others = (list: LedgerEntry[]) => list.filter(({ reason }) => reason !== 'call');
      expect(others(joined)).toEqual(others(all));
      const ids = joined.map(({ id }) => id);
      expect(new Set(ids).size).toBe(ids.length);
      // A day's calls stand where the first of them stood.
      const days = joined.map(({ at }) => at.slice(0, 10));
      expect(days).toEqual(days.toSorted());
    }),
    { numRuns: 50 },
  );
});

test('joining again and again, as calls come in, keeps the sum and stays small', () => {
  let kept: LedgerEntry[] = [];
  for (let i = 0; i < 5_000; i++) {
    const at = new Date(first + i * 600_000).toISOString();
    const call = { id: `e${i}`, user_id: 'a', credits: -1, request_id: `r${i}`, at };
    kept = joinOldEntries([...kept, { ...call, reason: 'call' }]);
  }
  expect(sum(kept)).toBe(-5_000);
  expect(kept.length).toBeLessThan(300);
});

test('few entries stay as they are', () => {
  const few = Array.from({ length: 250 }, (_, i): LedgerEntry => {
    const at = new Date(first + i).toISOString();
    return { id: `e${i}`, user_id: 'a', credits: -1, reason: 'call', request_id: null, at };
  });
  expect(joinOldEntries(few)).toBe(few);
});
