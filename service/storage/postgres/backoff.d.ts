/** Keeps many callers from dialling a server that is down, each for itself. */
export interface Backoff {
    /** Whether the next attempt is to wait. */
    isPausing(): boolean;
    failed(): void;
    succeeded(): void;
}
/** Pauses after each failure, twice as long as before up to a second, until something succeeds. */
export declare function createBackoff(now?: () => number): Backoff;
