/** The claim of a call to an idempotency key. */
export interface IdempotencyClaim {
    /** The same key of another owner is another key. */
    readonly owner_id: string;
    /** SHA-256 of the key, in hexadecimal. */
    readonly key: string;
    /** SHA-256 of the request, in hexadecimal: a key is for one request. */
    readonly fingerprint: string;
    readonly user_id: string;
    /** Unique for each call; also the id of its reservation. */
    readonly call_id: string;
    /** The same time as the reservation's: after it nobody can be waiting for the call any more. */
    readonly expires_at: string;
}
/** What is known of the call that holds an idempotency key. */
export interface IdempotencyRecord {
    readonly fingerprint: string;
    /** What the call responded; null while it is running. */
    readonly response: string | null;
}
/** A claim whose call has succeeded, and the response to be recorded. */
export interface CompletedClaim {
    readonly claim: IdempotencyClaim;
    readonly response: string;
}
/** Keeps which call holds an idempotency key, and what it responded. */
export interface IdempotencyKeys {
    /**
     * Claims an idempotency key for a call; of many calls at once, one gets it. The call holds the
     * key until it is settled, the claim is dropped or expires, or its account is removed. Claiming
     * the key again for the same call changes nothing. Where one process alone uses the store, its
     * claims may end with it, because its calls do; recorded responses stay.
     * @returns nothing where the call holds the key now; else the record of the call that does
     */
    claimIdempotencyKey(claim: IdempotencyClaim, at: string): Promise<IdempotencyRecord | undefined>;
    /**
     * The call succeeded and was free: its response is recorded for 24 hours from `at`. Where the key
     * is not this call's any more, nothing changes.
     */
    recordResponse(completed: CompletedClaim, at: string): Promise<void>;
    /** The call failed: its key is free again. A key of another call, or with a response, stays. */
    dropClaim(claim: IdempotencyClaim): Promise<void>;
}
