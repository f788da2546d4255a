import type { LedgerEntry, Reservation } from '../interfaces/credit-ledger.ts';
import { joinOldEntries } from './old-entries.ts';
import type { StoredAccount, StoredReservation } from './shard-data.ts';

/* Changes of an account's credits. Each returns the account after it; the given one stays. */

export function withCredits(account: StoredAccount, change: number): StoredAccount {
  return { ...account, credits_available: account.credits_available + change };
}

export function withEntry(account: StoredAccount, entry: LedgerEntry): StoredAccount {
  return { ...account, entries: joinOldEntries([...account.entries, { ...entry }]) };
}

export function withoutReservation(account: StoredAccount, id: string): StoredAccount {
  return { ...account, reservations: account.reservations.filter((one) => one.id !== id) };
}

/** Puts the credits of a reservation back on the balance. */
export function withRefund(account: StoredAccount, { id, credits }: Reservation): StoredAccount {
  return withCredits(withoutReservation(account, id), credits);
}

/** On the first call of a month, tops the credits up to what the plan allows. */
export function withAllowance(account: StoredAccount, at: string): StoredAccount {
  const month = at.slice(0, 7);
  const { user_id, monthly_allowance: allowance, allowance_month: given } = account;
  // A clock that has gone back must not give the allowance of a month twice.
  if (allowance === null || (given !== null && given >= month)) return account;
  const credits = Math.max(0, allowance - account.credits_available);
  const topped = { ...withCredits(account, credits), allowance_month: month };
  if (credits === 0) return topped;
  const id = `plan-${month}-${user_id}`;
  return withEntry(topped, { id, user_id, credits, reason: 'plan', request_id: null, at });
}

export function findReservation(account: StoredAccount, id: string): StoredReservation | undefined {
  return account.reservations.find((one) => one.id === id);
}

export function hasEntry(account: StoredAccount, id: string): boolean {
  return account.entries.some((entry) => entry.id === id);
}
