import { type Provider } from './provider.ts';
/**
 * A provider that is asked once more after a broken connection, after a fault of the server, or when
 * it says itself how soon to come back, if the deadline leaves time for it. It is never asked again
 * after silence, nor after a refusal that will not change.
 * @param maxWaitMs longest wait before the retry, in milliseconds
 */
export declare function withRetry<Answer>(provider: Provider<Answer>, maxWaitMs: number): Provider<Answer>;
