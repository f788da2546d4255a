import type { Reservation } from '../interfaces/credit-ledger.ts';
import type { CompletedClaim, IdempotencyKeys } from '../interfaces/idempotency-keys.ts';
import type { RecordFiles } from './idempotency-record-files.ts';
import type { Shards } from './shards.ts';
/** Idempotency keys, and what binds the record of a call to the credits that it spends. */
export interface Idempotency {
    readonly methods: IdempotencyKeys;
    /** The name of the record file of a call; nothing where the call holds no key. */
    findFileOf(callId: string): string | undefined;
    /**
     * Writes the record of a call, and settles the call: the record is valid only if it is settled.
     * @returns whether it is settled
     */
    settleWithRecord(completed: CompletedClaim, at: string, settle: () => Promise<boolean>): Promise<boolean>;
    /** Removes the record that a call may have left, and releases the call. */
    releaseWithoutRecord(file: string, reservation: Pick<Reservation, 'id' | 'user_id'>, release: () => Promise<void>): Promise<void>;
}
/**
 * Claims are in memory: calls end with the process, too. The record of a call is written before the
 * call is settled, and is valid once the call is not reserved any more. So the record of a call
 * that is to be released is removed before that. All work on one key is exclusive.
 */
export declare function createIdempotency(shards: Shards, files: RecordFiles): Idempotency;
