import { z } from 'zod';
import type { Shards } from './shards.ts';
/** What the file of an idempotency record holds. */
export declare const storedRecordSchema: z.ZodObject<{
    owner_id: z.ZodString;
    key: z.ZodString;
    call_id: z.ZodString;
    user_id: z.ZodString;
    account_id: z.ZodOptional<z.ZodString>;
    fingerprint: z.ZodString;
    at: z.ZodString;
    answer: z.ZodString;
}, z.core.$strip>;
export type StoredRecord = Readonly<z.infer<typeof storedRecordSchema>>;
/** A record is valid until then: for 24 hours. */
export declare function expiryOf({ at }: StoredRecord): Date;
/**
 * Whether the call of a record still counts: its account is there, and not another one of the same
 * name, and the call was not taken back.
 */
export declare function hasCall(shards: Shards, record: StoredRecord): boolean;
