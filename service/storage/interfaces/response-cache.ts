/** An answer that was kept. */
export interface CachedAnswer {
  readonly answer: string;
  /** How long it has been kept, in whole seconds. */
  readonly ageSeconds: number;
}

/**
 * Keeps answers for a while, each for one user, under a key that the caller makes. Its size is
 * bounded, so any of them may go before its time; those of an account go with it. A method rejects
 * when the cache cannot do its work.
 */
export interface AnswerCache {
  find(userId: string, key: string): Promise<CachedAnswer | undefined>;
  /** Keeps an answer in place of the one before. For a user that is not there it keeps none. */
  keep(userId: string, key: string, answer: string, ttlSeconds: number): Promise<void>;
}
