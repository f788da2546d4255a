/** When settling a call is of no use any more. */
export interface SettleBounds {
    /** Aborted when the caller hangs up; nothing where the call is settled even so. */
    readonly signal: AbortSignal | undefined;
    /** Of the call, in milliseconds since the epoch. */
    readonly deadline: number;
}
/**
 * Settles a call, and tries again while the store cannot be reached: settling twice has the effect
 * of settling once. The attempt under way at the end is not waited for.
 * @returns what `settle` returns
 * @throws StoreError: it is not settled
 * @throws StoreUnreachableError, CallerGoneError: it may be settled, or be so in a moment
 */
export declare function settleInTime(settle: () => Promise<boolean>, { signal, deadline }: SettleBounds): Promise<boolean>;
