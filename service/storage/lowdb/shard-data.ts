import * as z from 'zod';
import { requireReadable } from '../checks.ts';
import { entryReasons } from '../interfaces/credit-ledger.ts';
import { formatVersion } from './durable-json-file.ts';

const apiKey = z.object({
  id: z.string(),
  owner_id: z.string(),
  name: z.string(),
  hash: z.string(),
  last4: z.string(),
  created_at: z.string(),
  last_used_at: z.string().nullable(),
  revoked_at: z.string().nullable(),
  expires_at: z.string().nullable().default(null),
  user_id: z.string().nullable().default(null),
  /**
   * Requests with this key, by day. Only a few days, because each write of the account includes
   * them.
   */
  calls_by_day: z.record(z.iso.date(), z.int()).optional(),
});

const reservation = z.object({
  id: z.string(),
  user_id: z.string(),
  credits: z.int().min(1),
  request_id: z.string(),
  at: z.string(),
  expires_at: z.string(),
  /** The name of its record file, if the call has an idempotency key. */
  answer_file: z.string().optional(),
});

const entry = z.object({
  id: z.string(),
  user_id: z.string(),
  credits: z.int(),
  reason: z.enum(entryReasons),
  request_id: z.string().nullable(),
  at: z.string(),
  /** Absent for most entries, where no person changed the balance. */
  actor: z.string().optional(),
  note: z.string().optional(),
});

const site = z.object({
  site: z.string(),
  plugin_version: z.string(),
  last_seen_day: z.iso.date(),
});

const usage = z.object({
  user_id: z.string(),
  day: z.iso.date(),
  calls: z.int(),
  failures: z.int(),
  fallbacks: z.int(),
  cached: z.int(),
  credits: z.int(),
});

/** The schema of an account in a file. */
export const storedAccount = z.object({
  /** Distinguishes it from an earlier account with the same `user_id`. Old accounts have none. */
  id: z.string().optional(),
  user_id: z.string(),
  owner_id: z.string(),
  plan_type: z.string(),
  credits_available: z.int().min(0),
  monthly_allowance: z.int().min(0).nullable(),
  /** The month for which the allowance was last added: `2026-11`. */
  allowance_month: z.string().nullable(),
  suspended_at: z.string().nullable().default(null),
  daily_calls_max: z.int().min(1).nullable().default(null),
  keys: z.array(apiKey),
  reservations: z.array(reservation),
  /** Oldest first. */
  entries: z.array(entry),
  /** Oldest day first. */
  usage: z.array(usage),
  /** Absent in accounts that own none, and in those of 0.1.0. */
  sites: z.array(site).optional(),
});

/** An account with everything that belongs to it: each change is one write. */
export type StoredAccount = Readonly<z.infer<typeof storedAccount>>;

export type StoredKey = Readonly<z.infer<typeof apiKey>>;

export type StoredEntry = Readonly<z.infer<typeof entry>>;

export type StoredReservation = Readonly<z.infer<typeof reservation>>;

/** One file: some of the accounts, by `user_id`. */
export interface ShardData<Stored = StoredAccount> {
  readonly version: typeof formatVersion;
  readonly accounts: Record<string, Stored>;
}

/** The schema of one account in a file. */
export type RecordSchema<Stored> = z.ZodType<Stored> & {
  readonly shape: Readonly<Record<string, z.ZodType>>;
};

/**
 * Checks a changed account before it is written. Of an array, only items that were not in the same
 * position before are checked: every call changes the account, and most of it stays the same.
 * @throws StoreError
 */
export function requireReadableChange<Stored extends object>(
  schema: RecordSchema<Stored>,
  before: Stored | undefined,
  after: Stored,
): void {
  if (!before) return requireReadable(schema, after);
  const [old, data] = [before, after] as [Record<string, unknown>, Record<string, unknown>];
  for (const [field, ofField] of Object.entries(schema.shape)) {
    const [was, is] = [old[field], data[field]];
    if (was === is) continue;
    const isList = Array.isArray(was) && Array.isArray(is);
    requireReadable(ofField, isList ? is.filter((item, i) => item !== was[i]) : is, field);
  }
}

/**
 * A file without accounts. The object has no prototype, because a look-up of `constructor` would
 * find it there.
 */
export function emptyShard<Stored = StoredAccount>(): ShardData<Stored> {
  return { version: formatVersion, accounts: Object.create(null) as Record<string, Stored> };
}

export function findReservation(account: StoredAccount, id: string): StoredReservation | undefined {
  return account.reservations.find((one) => one.id === id);
}

export function hasEntry(account: StoredAccount, id: string): boolean {
  return account.entries.some((entry) => entry.id === id);
}
