import type { Account } from './accounts.ts';
import type { CompletedClaim } from './idempotency-keys.ts';

/** Why a balance changed: a call, credits added, the allowance of a plan, or a mistake put right. */
export const entryReasons = ['call', 'top-up', 'plan', 'correction'] as const;

export type EntryReason = (typeof entryReasons)[number];

/** One change of a balance. The credits of all entries of an account add up to its balance. */
export interface LedgerEntry {
  /** Unique; of a call, the id of its reservation. */
  readonly id: string;
  readonly user_id: string;
  /** Added or, below zero, spent. */
  readonly credits: number;
  readonly reason: EntryReason;
  /** The request that it was for, where there was one. */
  readonly request_id: string | null;
  readonly at: string;
}

/** Credits set aside for one call, until it is settled or released. */
export interface Reservation {
  /** Chosen by the caller, unique for each call. */
  readonly id: string;
  readonly user_id: string;
  /** Whole number, at least 1. */
  readonly credits: number;
  readonly request_id: string;
  readonly at: string;
  /** From when on nobody can be waiting for the call any more. */
  readonly expires_at: string;
}

/** A balance that its entries do not add up to. */
export interface Imbalance {
  readonly user_id: string;
  /** Credits available and reserved, together. */
  readonly balance: number;
  readonly entries: number;
}

/** Keeps balances, and every change of them. */
export interface CreditLedger {
  /**
   * Changes a balance by an entry, once for each id.
   * @returns the account after it; nothing where there is none, or its balance would go below zero
   */
  changeCredits(entry: LedgerEntry): Promise<Account | undefined>;
  /** Entries of an account, newest first. Old calls of one day may have been joined into one. */
  listEntries(userId: string): Promise<LedgerEntry[]>;
  /** Every account whose balance is not the sum of its entries: none, unless someone interfered. */
  listImbalances(): Promise<Imbalance[]>;

  /**
   * Takes credits off the balance and keeps them under the reservation's id; before that, on the
   * first call of a month, the plan's allowance tops the balance up. The same id again, also after
   * it was settled, changes nothing, as long as its entry has not been joined with others.
   * @returns the account after it, or nothing when the balance does not cover it.
   */
  reserve(reservation: Reservation): Promise<Account | undefined>;
  /**
   * The call succeeded: the reserved credits are spent. Where it has an idempotency key, its answer
   * is kept for 24 hours from `at`, in the same atomic change. Where the credits are not reserved any
   * more, or the key is not this call's any more, neither happens.
   * @returns whether the credits are spent, now or before; if not, the answer must not be given
   */
  settle(reservation: Reservation, at: string, completed?: CompletedClaim): Promise<boolean>;
  /**
   * The call failed: the reserved credits go back; later, by themselves, where it rejects. What is
   * not reserved changes nothing.
   */
  release(reservation: Reservation): Promise<void>;
}
