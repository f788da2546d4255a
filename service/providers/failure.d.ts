import { ProviderError, type FailureKind, type ProviderErrorDetails } from './provider.ts';
/** What an HTTP status of a provider means for us. */
export declare function kindOfStatus(status: number): FailureKind;
export interface FailureDetails extends ProviderErrorDetails {
    /** What happened, where there is more to say than the kind does. */
    readonly reason?: string;
}
/** A ProviderError in words of our own: those of an SDK may quote keys. */
export declare function failure(provider: string, kind: FailureKind, { reason, ...rest }?: FailureDetails): ProviderError;
/**
 * What it means that an answer of status 200 could not be read: the connection broke, for which
 * `fetch` gives a cause; else it is over the size that is read, or not what was asked for.
 */
export declare function kindOfBrokenAnswer(error: unknown): FailureKind;
