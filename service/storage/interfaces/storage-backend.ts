import type { Writable } from 'node:stream';
import type { Accounts } from './accounts.ts';
import type { ApiKeys, KeyUsageLog } from './api-keys.ts';
import type { ClientSites } from './client-sites.ts';
import type { Damage } from './damage.ts';
import type { CreditLedger, IdempotencyKeys } from './credit-ledger.ts';
import type { Logins } from './logins.ts';
import type { MeasurementLog } from './measurements.ts';
import type { AccountRanking } from './ranking.ts';
import type { CallLog, ChangeLog, UsageLog } from './usage-log.ts';

/**
 * Stores accounts and everything that belongs to them. Every method is atomic, and its changes
 * are durable before it resolves. If the store cannot do its work, a method rejects with a
 * StoreError, and nothing has changed unless the error says that it may have. All times, given and
 * returned, are ISO 8601, in UTC, by the clock of the caller. A store shared by several processes
 * decides by its own clock when something expires, so processes whose clocks differ agree.
 *
 * Each part is a separate interface, for callers that only need that part.
 */
export interface AccountStore
  extends
    AccountRanking,
    Accounts,
    ApiKeys,
    CallLog,
    ChangeLog,
    ClientSites,
    CreditLedger,
    IdempotencyKeys,
    KeyUsageLog,
    Logins,
    UsageLog {
  /**
   * The damage that was found when the store was opened, or is found now. A method that needs a
   * damaged account rejects with a DamagedDataError; lists leave it out. A user with a damaged
   * login cannot sign in.
   */
  listDamage(): Promise<readonly Damage[]>;
  /**
   * Writes a snapshot of everything as a gzipped tar, while the store keeps working. A database has
   * its own tools for that. Rejects with the error of writing.
   */
  writeBackup?(target: Writable): Promise<void>;
  /**
   * Resolves when the store can do its work, as far as it can tell without changing an account.
   * @param mustWrite whether to test writing to the disk even if the last write did not fail
   * @throws StoreUnreachableError if it cannot be reached, StoreError if it cannot be written
   */
  ping(mustWrite?: boolean): Promise<void>;
  /** Waits for pending writes, then closes the store. */
  close(): Promise<void>;
}

/** How many requests a key may make in each window. */
export interface RateLimitOptions {
  /** Limits with different names count separately. */
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
  /** Remaining requests in the window. */
  readonly remaining: number;
  /** Until the window ends, in milliseconds: at most its length. */
  readonly msBeforeNext: number;
}

/** Counts requests by key in fixed windows, each of which begins with a request. */
export interface RateLimiter {
  /** @throws StoreError if the storage cannot count */
  consume(key: string): Promise<RateLimitCount>;
  /**
   * Resets the count of a key. Another process that has refused it may do so until its window ends.
   * @throws StoreError if that fails
   */
  forget(key: string): Promise<void>;
  /**
   * Undoes one counted request, as if it had not been made.
   * @throws StoreError if the storage cannot count
   */
  refund(key: string): Promise<void>;
}

/**
 * Stores the hashes of random values that a browser sends back once, for all processes that share
 * the storage. A restart or a crash may lose them.
 */
export interface ChallengeStore {
  /** @throws StoreError if that fails */
  add(hash: string, seconds: number): Promise<void>;
  /**
   * Removes a value.
   * @returns whether it existed and had not expired; of many concurrent calls, one gets true
   * @throws StoreError if that fails
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
 * Caches responses for a while, each for one user, under a key made by the caller. Its size is
 * bounded, so any entry may be removed early. The entries of an account are removed with it. A
 * method rejects if the cache cannot be used.
 */
export interface ResponseCache {
  find(userId: string, key: string): Promise<CacheEntry | undefined>;
  /** Adds or replaces an entry. Does nothing for a user without an account. */
  put(userId: string, key: string, value: string, ttlSeconds: number): Promise<void>;
}

/**
 * Records which alerts were delivered, for all processes that share the storage. Of many concurrent
 * callers, one is told to send. A method rejects if the storage cannot be used.
 */
export interface AlertLog {
  /**
   * Notes that a problem exists.
   * @param cause the same for each occurrence of a problem: `model:openai`
   * @returns whether an alert is due: none was delivered within an hour or, while one is open,
   *   within a day, and no other caller has been told to send it within `alertClaimMs`
   */
  raise(cause: string): Promise<boolean>;
  /**
   * Notes that a problem is over.
   * @returns whether an alert was open
   */
  resolve(cause: string): Promise<boolean>;
  /** Notes that the alert about a problem was delivered. */
  delivered(cause: string): Promise<void>;
  /**
   * Notes that the alert, or the message that the problem is over, was not delivered and is due
   * again.
   */
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

/** How many calls were counted in a scope on a day (UTC). */
export interface DayCount extends CallCount {
  readonly day: string;
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
  /**
   * Counts one call, unless a limit is reached. Of many concurrent calls, no more than the limit
   * are counted.
   */
  take(limits: readonly CallLimit[]): Promise<CallTaken>;
  /** Adds calls that had no limit, because one may be set on the same day. */
  add(counts: readonly DayCount[]): Promise<void>;
  /** Undoes one counted call. */
  giveBack(day: string, scopes: readonly string[]): Promise<void>;
  /** Counts of today; a scope without calls may be absent. */
  read(scopes: readonly string[]): Promise<CallCount[]>;
}

/** Connections to a database, of one process. */
export interface ConnectionCounts {
  readonly open: number;
  /** The number of those that are not in use. */
  readonly idle: number;
  /** The maximum number of connections. */
  readonly limit: number;
  /** The number of operations that wait for a connection. */
  readonly waiting: number;
}

/**
 * Everything that the service stores, in one kind of storage. Closing the account store closes all
 * of it.
 */
export interface StorageBackend {
  readonly accountStore: AccountStore;
  readonly responseCache: ResponseCache;
  readonly measurements: MeasurementLog;
  readonly alertLog: AlertLog;
  readonly callCounter: CallCounter;
  readonly challengeStore: ChallengeStore;
  /** Makes a limiter that shares its counts with all processes that use the storage. */
  createRateLimiter(options: RateLimitOptions): RateLimiter;
  /** Absent if the storage has no connections. */
  connections?(): ConnectionCounts;
}
