/** What a call says of itself to claim an idempotency key. */
export interface IdempotencyClaim {
  /** Keys of different owners have nothing to do with each other. */
  readonly owner_id: string;
  /** SHA-256 of the key, in hexadecimal. */
  readonly key: string;
  /** SHA-256 of the request, in hexadecimal: a key is for one request. */
  readonly fingerprint: string;
  readonly user_id: string;
  /** Unique for each call; the id of its reservation. */
  readonly call_id: string;
  /** From when on nobody can be waiting for the call any more; the reservation's. */
  readonly expires_at: string;
}

/** What is known of the call that holds an idempotency key. */
export interface IdempotencyRecord {
  readonly fingerprint: string;
  /** What that call responded; null while it is running. */
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
   * Claims an idempotency key for a call; of many calls at once, one gets it. The call holds it until
   * it is settled, dropped or expired, or its account is removed; claiming it again for the same call
   * changes nothing. A claim need not outlive the only process that uses the store: its calls do not,
   * either. A recorded response does.
   * @returns nothing where the call holds the key now; else the record of the call that does
   */
  claimIdempotencyKey(claim: IdempotencyClaim, at: string): Promise<IdempotencyRecord | undefined>;
  /**
   * The call succeeded and was free: its response is kept for 24 hours from `at`. Where the key is
   * not this call's any more, nothing changes.
   */
  recordResponse(completed: CompletedClaim, at: string): Promise<void>;
  /** The call failed: its key is free again. A key that is another call's, or has a response, stays. */
  dropClaim(claim: IdempotencyClaim): Promise<void>;
}
