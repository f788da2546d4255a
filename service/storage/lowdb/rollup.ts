import type { StoredEntry } from './shard-data.ts';

/** How many entries are never joined. Few, because each write of an account writes all of them. */
const newest = 200;

/** How many more there may be before old ones are joined, to do this rarely. */
const slack = 50;

/** How long calls are joined by day, before the newest entry; older ones are joined by month. */
const byDayMs = 365 * 86_400_000;

const joinedPrefix = 'calls-';

/**
 * Joins calls before the newest 200 entries into one entry per day, and those more than a year
 * older into one per month, so an account's file stays small. The sum of the entries stays the
 * same. They are sorted, oldest first.
 */
export function rollUp(entries: StoredEntry[]): StoredEntry[] {
  const last = entries.at(-1);
  if (!last || entries.length <= newest + slack) return entries;
  const firstDay = new Date(Date.parse(last.at) - byDayMs).toISOString().slice(0, 10);
  const joined = new Map<string, StoredEntry>();
  for (const entry of entries.slice(0, -newest)) {
    if (entry.reason !== 'call') {
      joined.set(entry.id, entry);
      continue;
    }
    const day = entry.at.slice(0, 10);
    const id = `${joinedPrefix}${day < firstDay ? day.slice(0, 7) : day}`;
    const credits = entry.credits + (joined.get(id)?.credits ?? 0);
    // It gets the position and the time of the last of them.
    joined.delete(id);
    joined.set(id, { ...entry, id, credits, request_id: null });
  }
  return [...joined.values(), ...entries.slice(-newest)];
}

/**
 * Where the page after an entry begins. If the entry has been joined since, the page begins with the
 * newest joined entry, which is at least as old.
 * @param entries newest first
 */
export function startAfter(entries: readonly StoredEntry[], id: string): number {
  const position = entries.findIndex((entry) => entry.id === id);
  if (position >= 0) return position + 1;
  const joined = entries.findIndex((entry) => entry.id.startsWith(joinedPrefix));
  return joined >= 0 ? joined : entries.length;
}
