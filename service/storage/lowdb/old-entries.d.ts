import type { LedgerEntry } from '../interfaces/credit-ledger.ts';
/**
 * Joins calls that are older than the newest 200 entries into one entry a day, and into one a month
 * where they are more than a year older than the newest, so that the file of an account stays small.
 * The entries are sorted, oldest first; their sum stays the same.
 */
export declare function joinOldEntries(entries: LedgerEntry[]): LedgerEntry[];
