import type { Writable } from 'node:stream';
import type { Accounts } from './accounts.ts';
import type { ApiKeys, KeyUsageLog } from './api-keys.ts';
import type { Damage } from './damage.ts';
import type { CreditLedger, IdempotencyKeys } from './credit-ledger.ts';
import type { Logins } from './logins.ts';
import type { MeasurementLog } from './measurements.ts';
import type { AccountRanking } from './ranking.ts';
import type { CallLog, ChangeLog, UsageLog } from './usage-log.ts';

/**
 * Stores accounts and everything that belongs to them. Every method is atomic, and its changes
 * are durable before it resolves. If the store cannot do its work, a method rejects with a
 * StoreError, and nothing has changed unless the error says that it may have. Times are ISO 8601,
 * in UTC, by the clock of the caller, given and returned. A store that several processes share uses
 * its own clock for when something expires: processes whose clocks differ agree.
 *
 * Each part is an interface of its own, for callers that need no more than that part.
 */
export interface AccountStore
  extends
    AccountRanking,
    Accounts,
    ApiKeys,
    CallLog,
    ChangeLog,
    CreditLedger,
    IdempotencyKeys,
    KeyUsageLog,
    Logins,
    UsageLog {
  /**
   * The damage that was found when the store was opened, or is found now. A method that needs a damaged
   * account rejects with a DamagedDataError; lists leave it out. Who has a damaged login cannot sign in.
   */
  listDamage(): Promise<readonly Damage[]>;
  /**
   * Writes everything as it is at one moment, as a gzipped tar, while the store keeps working. A
   * database has tools of its own for that. Rejects with the error of writing.
   */
  writeBackup?(target: Writable): Promise<void>;
  /**
   * Resolves when the store can do its work, as far as it can tell without changing an account.
   * @param mustWrite whether files are written even if the last write did not fail
   * @throws StoreUnreachableError if it cannot be reached, StoreError if it cannot be written
   */
  ping(mustWrite?: boolean): Promise<void>;
  /** Waits for what is being written, then closes the store. */
  close(): Promise<void>;
}

/** How many requests a key may make in each window. */
export interface RateLimitOptions {
  /** Limits of different names count apart. */
  readonly name: string;
  /** Requests in a window. */
  readonly points: number;
  /** Length of a window, in seconds. */
  readonly duration: number;
}

/** The result of counting one request. */
export interface RateLimitCount {
  /** Whether the window was full before this request. */
  readonly isOver: boolean;
  /** Requests left in the window. */
  readonly remaining: number;
  /** Until the window ends, in milliseconds: at most its length. */
  readonly msBeforeNext: number;
}

/** Counts requests by key in fixed windows, each of which begins with a request. */
export interface RateLimiter {
  /** @throws StoreError when the storage cannot count */
  consume(key: string): Promise<RateLimitCount>;
  /**
   * Starts over for a key. Another process that has refused it may refuse it until its window ends.
   * @throws StoreError when the storage cannot do so
   */
  forget(key: string): Promise<void>;
  /**
   * Undoes one counted request, as if it had not been made.
   * @throws StoreError when the storage cannot count
   */
  refund(key: string): Promise<void>;
}

/**
 * Remembers random values that a browser brings back once, by their hashes, for all processes that
 * share the storage. A restart or a crash may forget them.
 */
export interface ChallengeStore {
  /** @throws StoreError when the storage cannot do so */
  add(hash: string, seconds: number): Promise<void>;
  /**
   * Removes one.
   * @returns whether it was there and had not expired: of many at once, one is told so
   * @throws StoreError when the storage cannot do so
   */
  take(hash: string): Promise<boolean>;
}

/** A cached response. */
export interface CacheEntry {
  readonly value: string;
  /** How long it has been in the cache, in whole seconds. */
  readonly ageSeconds: number;
}

/**
 * Caches responses for a while, each for one user, under a key that the caller makes. Its size is
 * bounded, so any entry may be removed before its time. The entries of an account are removed with
 * it. A method rejects when the cache cannot do its work.
 */
export interface ResponseCache {
  find(userId: string, key: string): Promise<CacheEntry | undefined>;
  /** Adds or replaces an entry. For a user without an account it adds none. */
  put(userId: string, key: string, value: string, ttlSeconds: number): Promise<void>;
}

/**
 * Remembers which alerts were delivered, for all processes that share the storage. Of many at once, one
 * is told to send. A method rejects when the storage cannot do its work.
 */
export interface AlertLog {
  /**
   * Notes that a problem exists.
   * @param cause the same for the same problem: `model:openai`
   * @returns whether an alert is due: none was delivered within an hour, or, while one is open, within a
   * day, and nobody else has been told to send it within `alertClaimMs`
   */
  raise(cause: string): Promise<boolean>;
  /**
   * Notes that a problem is over.
   * @returns whether an alert was open
   */
  resolve(cause: string): Promise<boolean>;
  /** Notes that the alert about a problem was delivered. */
  delivered(cause: string): Promise<void>;
  /** Notes that the alert was not delivered: it is due again, or that it is over. */
  undelivered(cause: string, isOver: boolean): Promise<void>;
  /** Causes of the alerts that are open. */
  listOpen(): Promise<string[]>;
}

/** How long after an alert the next one of its cause is due, in milliseconds: a day while it is open. */
export const alertPauseMs = 3_600_000;
export const alertReminderMs = 86_400_000;
/** How long one process may try to deliver an alert before it is due again: it may have been killed. */
export const alertClaimMs = 20 * 60_000;

/** How many calls may be counted in a scope on one day (UTC). */
export interface CallLimit {
  /** The id of an owner, or empty for all owners together. */
  readonly scope: string;
  readonly limit: number;
}

/** How many calls were counted in a scope today. */
export interface CallCount {
  readonly scope: string;
  readonly calls: number;
}

/** Either the call is counted in all scopes, or a scope is full and it is counted in none. */
export type CallTaken =
  | { readonly isTaken: true; readonly day: string; readonly counts: readonly CallCount[] }
  | { readonly isTaken: false; readonly scope: string; readonly secondsLeft: number };

/**
 * Counts calls by day (UTC), for all processes that share the storage; a restart changes nothing. Each
 * method rejects with a StoreError when the storage cannot count.
 */
export interface CallCounter {
  /** Counts one call, unless a limit is reached. Of many at once, no more than the limit are counted. */
  take(limits: readonly CallLimit[]): Promise<CallTaken>;
  /** Undoes one counted call. */
  giveBack(day: string, scopes: readonly string[]): Promise<void>;
  /** Counts of today; a scope without calls may be absent. */
  read(scopes: readonly string[]): Promise<CallCount[]>;
}

/** Connections to a database, of one process. */
export interface ConnectionCounts {
  readonly open: number;
  /** Of those, the ones not in use. */
  readonly idle: number;
  /** How many there may be. */
  readonly limit: number;
  /** Operations that wait for one. */
  readonly waiting: number;
}

/** Everything that the service stores, in one kind of storage. Closing the account store closes it all. */
export interface StorageBackend {
  readonly accountStore: AccountStore;
  readonly responseCache: ResponseCache;
  readonly measurements: MeasurementLog;
  readonly alertLog: AlertLog;
  readonly callCounter: CallCounter;
  readonly challengeStore: ChallengeStore;
  /** Makes a limiter that counts together with all processes that share the storage. */
  createRateLimiter(options: RateLimitOptions): RateLimiter;
  /** Absent if there are none. */
  connections?(): ConnectionCounts;
}
