/** How many requests came with one API key on one day (UTC, `2026-11-20`). */
export interface KeyUsage {
  readonly owner_id: string;
  readonly key_id: string;
  readonly day: string;
  readonly calls: number;
}

/** For how many days the usage of a key is kept. */
export const keyUsageDays = 30;

/** Keeps how API keys are used, by day. */
export interface KeyUsageLog {
  /** Adds to what was counted for a key and a day. Days older than 30 days are forgotten. */
  addKeyUsage(usage: KeyUsage): Promise<void>;
  /** Usage of all keys of an owner, newest day first. */
  listKeyUsage(ownerId: string): Promise<KeyUsage[]>;
}
