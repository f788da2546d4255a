import type { LedgerEntry } from '../interfaces/credit-ledger.ts';

/** How many entries stay as they are. Few, because each write of an account writes all of them. */
const newest = 200;

/** How many more there may be before old ones are joined, so that this is rarely done. */
const slack = 50;

/**
 * Joins calls that are older than the newest 200 entries into one entry a day, so that the file of
 * an account stays small. The entries are sorted, oldest first; their sum stays the same.
 */
export function joinOldEntries(entries: LedgerEntry[]): LedgerEntry[] {
  if (entries.length <= newest + slack) return entries;
  const joined = new Map<string, LedgerEntry>();
  for (const entry of entries.slice(0, -newest)) {
    const key = entry.reason === 'call' ? `calls-${entry.at.slice(0, 10)}` : entry.id;
    const before = joined.get(key);
    joined.set(key, {
      ...entry,
      id: key,
      credits: entry.credits + (before?.credits ?? 0),
      request_id: entry.reason === 'call' ? null : entry.request_id,
    });
  }
  return [...joined.values(), ...entries.slice(-newest)];
}
