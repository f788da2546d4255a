import { z } from 'zod';
import { takenBackId } from '../interfaces/credit-ledger.ts';
import { hasEntry } from './ledger-changes.ts';
import type { Shards } from './shard-files.ts';

const lifetimeMs = 86_400_000;

/** What the file of an idempotency record holds. */
export const storedRecordSchema = z.object({
  owner_id: z.string(),
  key: z.string(),
  call_id: z.string(),
  user_id: z.string(),
  account_id: z.string().optional(),
  fingerprint: z.string(),
  /** When the call succeeded. */
  at: z.string(),
  /**
   * What the call responded. Released versions persist it under this name, as they do the folder
   * `answers` and the field `answer_file` of a reservation.
   */
  answer: z.string(),
});

export type StoredRecord = Readonly<z.infer<typeof storedRecordSchema>>;

/** A record is valid until then: for 24 hours. */
export function expiryOf({ at }: StoredRecord): Date {
  return new Date(Date.parse(at) + lifetimeMs);
}

/**
 * Whether the call of a record still counts: its account is there, and not another one of the same
 * name, and the call was not taken back.
 */
export function hasCall(shards: Shards, record: StoredRecord): boolean {
  const account = shards.find(record.user_id);
  if (!account || account.id !== record.account_id) return false;
  return !hasEntry(account, takenBackId(record.call_id));
}
