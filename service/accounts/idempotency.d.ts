import type { Logger } from 'pino';
import type { Bounds } from '../concurrency/time-out.ts';
import type { Account } from '../storage/interfaces/accounts.ts';
import type { CompletedClaim, IdempotencyClaim, IdempotencyKeys } from '../storage/interfaces/idempotency-keys.ts';
/** A call that may have an idempotency key. */
export interface KeyedCall extends Bounds {
    /** The header `Idempotency-Key`; nothing where it is absent. */
    readonly key: string | undefined;
    readonly user: Account;
    /** The fields of the request, as they were parsed. */
    readonly request: Readonly<Record<string, string | undefined>>;
    readonly log: Logger;
}
/**
 * A call's hold on its idempotency key. Unless the response is recorded, the key is free again at the
 * end of the scope. A call without a key holds nothing, and everything here does nothing.
 */
export interface IdempotencyHold extends AsyncDisposable {
    /** What an earlier call with this key responded, as JSON: this call responds the same. */
    readonly recorded: string | undefined;
    readonly claim: IdempotencyClaim | undefined;
    /** The claim with its response, to be recorded in the same change that settles the credit. */
    complete(response: unknown): CompletedClaim | undefined;
    /** The response is recorded: the key stays taken. */
    keep(): void;
    /** Records the response of a call that was free. */
    record(response: unknown): Promise<void>;
}
/**
 * Claims the idempotency key of a call. Where a call within 24 hours had the same key, this waits
 * for it and finds its response; where that call failed, this call gets the key.
 * @throws IdempotencyKeyError for a key that is malformed or was used with another request;
 *   IdempotencyKeyInUseError when the first call does not end in time; StoreError
 */
export declare function claimIdempotencyKey(store: IdempotencyKeys, { key, user, request, log, signal, deadline }: KeyedCall): Promise<IdempotencyHold>;
