import { z } from 'zod';
import type { Shards } from './shards.ts';

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

/** Whether the account of a record's call is still there, and not another one of the same name. */
export function hasAccount(shards: Shards, { user_id, account_id }: StoredRecord): boolean {
  const account = shards.find(user_id);
  return account !== undefined && account.id === account_id;
}
