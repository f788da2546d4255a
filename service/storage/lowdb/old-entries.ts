import type { LedgerEntry } from '../interfaces/credit-ledger.ts';

/** Entries that stay as they are; each write of an account writes all of them. */
const kept = 200;

/** How many more there may be before the old ones are joined, so that it is rarely done. */
const slack = 50;

/**
 * Entries, oldest first, with calls older than the newest 200 entries joined into one entry a day:
 * the file of an account stays small, and the sum is the same.
 */
export function joinOldEntries(entries: LedgerEntry[]): LedgerEntry[] {
  if (entries.length <= kept + slack) return entries;
  const joined = new Map<string, LedgerEntry>();
  for (const entry of entries.slice(0, -kept)) {
    const key = entry.reason === 'call' ? `calls-${entry.at.slice(0, 10)}` : entry.id;
    const before = joined.get(key);
    joined.set(key, {
      ...entry,
      id: key,
      credits: entry.credits + (before?.credits ?? 0),
      request_id: entry.reason === 'call' ? null : entry.request_id,
    });
  }
  return [...joined.values(), ...entries.slice(-kept)];
}
