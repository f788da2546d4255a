import type { IdempotencyKeys } from '../interfaces/idempotency-keys.ts';
import type { Database } from './database.ts';
/**
 * The columns of a record. What the call responded is in `answer`, the name that released versions
 * gave it; it is null while the call is running.
 */
export declare const recordColumns = "owner_id, key, fingerprint, user_id, call_id, answer, expires_at";
/**
 * The part of the store that keeps idempotency keys. What a call that costs a credit responded is
 * recorded by `settle`.
 */
export declare function idempotencyMethods(database: Database): IdempotencyKeys;
/**
 * Removes expired keys, at most `limit` of them, and returns how many. Those that others are
 * changing, for example by removing an account, are left to them.
 */
export declare function removeExpiredKeys(database: Database, limit: number): Promise<number>;
