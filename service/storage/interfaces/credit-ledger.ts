import type { Account } from './accounts.ts';
import type { PageRequest } from './usage-log.ts';

/** A call's claim to an idempotency key. */
export interface IdempotencyClaim {
  /** The same key of another owner is a different key. */
  readonly owner_id: string;
  /** SHA-256 of the key, in hexadecimal. */
  readonly key: string;
  /** SHA-256 of the request, in hexadecimal: a key is for one request. */
  readonly fingerprint: string;
  readonly user_id: string;
  /** Unique for each call; also the id of its reservation. */
  readonly call_id: string;
  /** The same time as the reservation's: after it, no caller is waiting. */
  readonly expires_at: string;
}

/** The call that holds an idempotency key. */
export interface IdempotencyRecord {
  readonly fingerprint: string;
  /** The call's response; null while it is running. */
  readonly response: string | null;
}

/** A claim whose call has succeeded, and the response to be recorded. */
export interface CompletedClaim {
  readonly claim: IdempotencyClaim;
  readonly response: string;
}

/** Stores which call holds an idempotency key, and its response. */
export interface IdempotencyKeys {
  /**
   * Claims an idempotency key for a call; of many concurrent calls, one gets it. The call holds the
   * key until it is settled, the claim is dropped or expires, or its account is removed. Claiming
   * the key again for the same call changes nothing. If only one process uses the store, its claims
   * may end with it, because its calls do; recorded responses stay.
   * @returns undefined if the call now holds the key; otherwise the record of the call that holds
   *   it
   */
  claimIdempotencyKey(claim: IdempotencyClaim, at: string): Promise<IdempotencyRecord | undefined>;
  /**
   * The call succeeded and was free: its response is recorded for 24 hours from `at`. If the key is no
   * longer this call's, nothing changes.
   */
  recordResponse(completed: CompletedClaim, at: string): Promise<void>;
  /** The call failed: its key is free again. A key of another call, or with a response, stays. */
  dropClaim(claim: IdempotencyClaim): Promise<void>;
}

/** Why a balance changed: a call, credits added, the allowance of a plan, or a correction. */
export const entryReasons = ['call', 'top-up', 'plan', 'correction'] as const;

type EntryReason = (typeof entryReasons)[number];

/** One change of a balance. The credits of all entries of an account add up to its balance. */
export interface LedgerEntry {
  /** Unique in its account. The entry of a call has the id of the call's reservation. */
  readonly id: string;
  readonly user_id: string;
  /** Credits added; negative if spent. */
  readonly credits: number;
  readonly reason: EntryReason;
  /** The request that changed the balance, if any. */
  readonly request_id: string | null;
  readonly at: string;
  /** Who changed the balance: an e-mail address, or `command line`; null if no person did. */
  readonly actor: string | null;
  /** That person's reason. */
  readonly note: string | null;
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
  /**
   * No caller is waiting after this time, by the caller's clock. A store that several processes share
   * uses its own.
   */
  readonly expires_at: string;
}

/** The id of the entry that reverses a settled call. */
export function reversalId(callId: string): string {
  return `taken-back-${callId}`;
}

/** An account whose entries do not add up to its balance. */
export interface Imbalance {
  readonly user_id: string;
  /** Credits available and reserved, together. */
  readonly balance: number;
  /** Sum of the credits of all entries. */
  readonly entries: number;
}

/** The result of joining old calls. */
export interface RolledUpCalls {
  /** How many calls, or days of calls, were joined. */
  readonly calls: number;
  /** How many entries were made; fewer if those days or months already had some. */
  readonly entries: number;
}

/** Stores balances, and every change of them. */
export interface CreditLedger {
  /**
   * Changes a balance by an entry, only once for each id.
   * @returns the changed account; undefined if it doesn't exist or its balance would go below zero
   */
  changeCredits(entry: LedgerEntry): Promise<Account | undefined>;
  /**
   * Entries of an account, newest first. Old calls of one day may have been joined into one. If the
   * last entry of the previous page has been joined since, the next page may repeat some entries,
   * but omits none.
   * @param page all entries unless given
   */
  listEntries(userId: string, page?: PageRequest): Promise<LedgerEntry[]>;
  /** An entry by its id; undefined if there is none, or it has been joined with others. */
  findEntry(userId: string, id: string): Promise<LedgerEntry | undefined>;
  /**
   * Joins calls before a day (UTC) into one entry for each account and day, and those more than a
   * year before it into one a month. Balances and the sums of entries stay the same; calls continue
   * meanwhile. After a crash, the next run does the rest.
   * @param before at least a few days ago, because joined calls cannot be reversed
   * @returns undefined if the store joins old calls automatically
   */
  rollUpCalls(before: string): Promise<RolledUpCalls | undefined>;
  /** All accounts whose balance is not the sum of their entries: none, unless data was edited. */
  listImbalances(): Promise<Imbalance[]>;

  /**
   * Tops the balance up to the plan's allowance if it is due (`isAllowanceDue`), by one entry per
   * month.
   * @returns the changed account; undefined if it doesn't exist
   */
  addAllowance(userId: string, at: string): Promise<Account | undefined>;
  /**
   * Deducts credits from the balance and reserves them under the reservation's id, after adding the
   * allowance if it is due. Repeating an id, even after it was settled, changes nothing, as long as
   * its entry has not been joined with others.
   * @returns the changed account; undefined if it doesn't exist or its balance is too low
   */
  reserve(reservation: Reservation): Promise<Account | undefined>;
  /**
   * The call succeeded: the reserved credits are spent. If it has an idempotency key, its response is
   * recorded for 24 hours from `at`, in the same atomic change. If the credits are no longer
   * reserved, or the key is no longer this call's, neither happens.
   * @returns whether the credits are spent, now or before; if not, the response must not be sent
   */
  settle(reservation: Reservation, at: string, completed?: CompletedClaim): Promise<boolean>;
  /**
   * The call failed: the reserved credits are refunded. If this rejects, the store refunds them
   * automatically later. If nothing is reserved, nothing changes.
   */
  release(reservation: Reservation): Promise<void>;
  /**
   * The caller was told that the call failed, although it may have been settled. If its credits are
   * reserved, they are refunded. If it was settled, its credits are refunded by a correction at the
   * time `at` with the request id of the call, and the response recorded under its idempotency key
   * is removed, in one atomic change. Repeating this changes nothing. A later `settle` of the call
   * has no effect.
   */
  reverse(reservation: Pick<Reservation, 'id' | 'user_id'>, at: string): Promise<void>;
}
