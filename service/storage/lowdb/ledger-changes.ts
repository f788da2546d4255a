import { isAllowanceDue, monthsOf } from '../interfaces/accounts.ts';
import type { LedgerEntry, Reservation } from '../interfaces/credit-ledger.ts';
import { rollUp } from './rollup.ts';
import type { StoredAccount, StoredEntry, StoredReservation } from './shard-data.ts';

/* Changes of an account's credits. Each returns the account after it; the given one stays. */

export function withCredits(account: StoredAccount, change: number): StoredAccount {
  return { ...account, credits_available: account.credits_available + change };
}

export function withEntry(account: StoredAccount, entry: StoredEntry): StoredAccount {
  return { ...account, entries: rollUp([...account.entries, { ...entry }]) };
}

/** An entry as it is stored, and back. */
export function toStoredEntry({ actor, note, ...entry }: LedgerEntry): StoredEntry {
  return { ...entry, ...(actor !== null && { actor }), ...(note !== null && { note }) };
}

export function toEntry(entry: StoredEntry): LedgerEntry {
  return { ...entry, actor: entry.actor ?? null, note: entry.note ?? null };
}

export function withoutReservation(account: StoredAccount, id: string): StoredAccount {
  return { ...account, reservations: account.reservations.filter((one) => one.id !== id) };
}

/** Puts the credits of a reservation back on the balance. */
export function withRefund(account: StoredAccount, { id, credits }: Reservation): StoredAccount {
  return withCredits(withoutReservation(account, id), credits);
}

/**
 * Where it is due, tops the credits up to what the plan allows. Where the month has its entry
 * already, it is not added a second time.
 */
export function withAllowance(account: StoredAccount, at: string): StoredAccount {
  if (!isAllowanceDue(account, at)) return account;
  const { user_id, monthly_allowance: allowance } = account;
  const { month } = monthsOf(at);
  const id = `plan-${month}-${user_id}`;
  const missing = Math.max(0, (allowance ?? 0) - account.credits_available);
  const credits = hasEntry(account, id) ? 0 : missing;
  const topped = { ...withCredits(account, credits), allowance_month: month };
  if (credits === 0) return topped;
  return withEntry(topped, { id, user_id, credits, reason: 'plan', request_id: null, at });
}

export function findReservation(account: StoredAccount, id: string): StoredReservation | undefined {
  return account.reservations.find((one) => one.id === id);
}

export function hasEntry(account: StoredAccount, id: string): boolean {
  return account.entries.some((entry) => entry.id === id);
}
