/**
 * How a call of `generate` ended. `cached` cost nothing: the response came from the response cache
 * or from an idempotency key. `request-refused` is an idempotency key that cannot be used; requests
 * refused before their user is known are not calls. `failed` is a fault of the service itself, or
 * of its storage.
 */
export const callOutcomes = [
  'ok',
  'cached',
  'insufficient-credits',
  'daily-limit',
  'picture-refused',
  'request-refused',
  'busy',
  'caller-gone',
  'providers-failed',
  'failed',
] as const;

export type CallOutcome = (typeof callOutcomes)[number];

/**
 * One call: a request to generate a text that authentication, validation and the rate limit let
 * through, however it ended. Everything that counts calls counts these: of keys, users and days.
 * Requests for account details, and those refused earlier, are requests but not calls. The
 * service's own requests to providers are requests, too. The record contains no image, text or
 * title.
 */
export interface CallRecord {
  readonly user_id: string;
  readonly request_id: string;
  readonly at: string;
  readonly outcome: CallOutcome;
  /** Code of the requested language. */
  readonly language: string;
  /** The provider of the text: `openai`; null without a text. */
  readonly provider: string | null;
  readonly model: string | null;
  /** How long the call took, in whole milliseconds. */
  readonly ms: number;
  readonly credits: number;
}

/** How many calls of each user are kept. */
export const callsKept = 200;

/** Stores the newest calls of each user. A call may be missing after a crash. */
export interface CallLog {
  /** Adds calls of any users; calls of users without an account are left out. */
  addCalls(calls: readonly CallRecord[]): Promise<void>;
  /** The newest calls of a user, newest first. */
  listCalls(userId: string): Promise<CallRecord[]>;
}

/** One change of accounts, keys or the dashboard. */
export interface Change {
  /** Unique. */
  readonly id: string;
  readonly at: string;
  /** The e-mail address of the person; `command line`; or, for a refused sign-in, the input. */
  readonly actor: string;
  /** What was done: `key.created`, `sign-in.refused`. */
  readonly action: string;
  /** The account that was changed. */
  readonly user_id: string | null;
  /** Further details: `{"name":"Blog","last4":"x1Yz"}`. They include no secret. */
  readonly details: Readonly<Record<string, string | number | null>>;
}

/** One page of a list, newest first. */
export interface PageRequest {
  /** The maximum number of items. */
  readonly limit: number;
  /** The id of the last item on the previous page; absent for the first page. */
  readonly after?: string | undefined;
}

/** One page of the matching changes. */
export interface ChangePageRequest extends PageRequest {
  /** Only this action: `key.created`. */
  readonly action?: string | undefined;
  /** Only changes of this account, or by the person with this e-mail address. */
  readonly about?: string | undefined;
}

/** How long changes are kept, in days. */
export const changeDays = 400;

/** Stores changes. They are removed after 400 days. */
export interface ChangeLog {
  addChange(change: Change): Promise<void>;
  /** Newest first; empty if `after` names a change that no longer exists. */
  listChanges(page: ChangePageRequest): Promise<Change[]>;
}

/** A user's calls on one day (UTC, `2026-11-20`). */
export interface DailyUsage {
  readonly user_id: string;
  readonly day: string;
  readonly calls: number;
  readonly failures: number;
  readonly fallbacks: number;
  readonly cached: number;
  readonly credits: number;
}

/** Stores usage by user and day. */
export interface UsageLog {
  /** Adds to a user's counts of a day. Counts are removed after 400 days. */
  addUsage(usage: DailyUsage): Promise<void>;
  /** Usage of a user, newest day first. */
  listUsage(userId: string): Promise<DailyUsage[]>;
  /**
   * Usage of all accounts of an owner since a day, added up by day, newest first. `user_id` is the
   * owner's.
   */
  listOwnerUsage(ownerId: string, sinceDay: string): Promise<DailyUsage[]>;
  /** Usage of all accounts since a day, added up by day, newest first. */
  listTotalUsage(sinceDay: string): Promise<Omit<DailyUsage, 'user_id'>[]>;
  /** Calls of each of these users since a day, by `user_id`. Users without any are absent. */
  usageOfUsers(userIds: readonly string[], sinceDay: string): Promise<ReadonlyMap<string, number>>;
}
