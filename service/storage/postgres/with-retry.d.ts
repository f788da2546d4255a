/**
 * Does work, and again a few times when it conflicted with other work or its connection broke. Not
 * with cockatiel: its retry has one number of attempts for all errors, and neither an end in time
 * nor a pause of one's own.
 */
export declare function withRetry<T>(work: () => Promise<T>, pause?: (ms: number) => Promise<unknown>): Promise<T>;
