/** What a user did on one day (UTC, `2026-11-20`). */
export interface DailyUsage {
  readonly user_id: string;
  readonly day: string;
  readonly calls: number;
  readonly failures: number;
  readonly fallbacks: number;
  readonly cached: number;
  readonly credits: number;
}

/** Keeps what users did, by day. */
export interface UsageLog {
  /** Adds to what a user did on a day. Days older than 400 days are forgotten. */
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
