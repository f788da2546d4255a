import { z } from 'zod';
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
  /** How many requests came with it, by day. Sparing, since each write of the account writes it. */
  calls_by_day: z.record(z.string(), z.int()).optional(),
});

const reservation = z.object({
  id: z.string(),
  user_id: z.string(),
  credits: z.int().min(1),
  request_id: z.string(),
  at: z.string(),
  expires_at: z.string(),
  /** The name of its record file, of a call that holds an idempotency key. */
  answer_file: z.string().optional(),
});

const entry = z.object({
  id: z.string(),
  user_id: z.string(),
  credits: z.int(),
  reason: z.enum(entryReasons),
  request_id: z.string().nullable(),
  at: z.string(),
  /** Absent where no person changed the balance, which is so for most. */
  actor: z.string().optional(),
  note: z.string().optional(),
});

const usage = z.object({
  user_id: z.string(),
  day: z.string(),
  calls: z.int(),
  failures: z.int(),
  fallbacks: z.int(),
  cached: z.int(),
  credits: z.int(),
});

const storedAccount = z.object({
  /** Tells it from an earlier account of the same name. Accounts of earlier versions have none. */
  id: z.string().optional(),
  user_id: z.string(),
  owner_id: z.string(),
  plan_type: z.string(),
  credits_available: z.int().min(0),
  monthly_allowance: z.int().min(0).nullable(),
  /** The month for which the allowance was last added: `2026-11`. */
  allowance_month: z.string().nullable(),
  suspended_at: z.string().nullable().default(null),
  keys: z.array(apiKey),
  reservations: z.array(reservation),
  /** Oldest first. */
  entries: z.array(entry),
  /** Oldest day first. */
  usage: z.array(usage),
});

/** An account with all that belongs to it, so that each change is one write. */
export type StoredAccount = Readonly<z.infer<typeof storedAccount>>;

export type StoredKey = Readonly<z.infer<typeof apiKey>>;

export type StoredEntry = Readonly<z.infer<typeof entry>>;

export type StoredReservation = Readonly<z.infer<typeof reservation>>;

/** One file: some of the accounts, by `user_id`. */
export interface ShardData<Stored = StoredAccount> {
  readonly version: typeof formatVersion;
  readonly accounts: Record<string, Stored>;
}

/** What a file has to be, by what one account in it has to be. */
export function shardSchemaOf<Stored>(stored: z.ZodType<Stored>): z.ZodType<ShardData<Stored>> {
  return z.object({
    version: z.literal(formatVersion),
    accounts: z
      .record(z.string(), stored)
      .transform((accounts) => Object.assign(emptyShard<Stored>().accounts, accounts)),
  });
}

export const shardSchema = shardSchemaOf<StoredAccount>(storedAccount);

/** A file without accounts. Its object has no prototype, so `constructor` is not found either. */
export function emptyShard<Stored = StoredAccount>(): ShardData<Stored> {
  return { version: formatVersion, accounts: Object.create(null) as Record<string, Stored> };
}
