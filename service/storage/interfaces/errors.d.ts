/** The account that was to be created exists already. */
export declare class AccountExistsError extends Error {
    readonly name = "AccountExistsError";
}
/** The account that was to be removed owns others. */
export declare class AccountOwnsOthersError extends Error {
    readonly name = "AccountOwnsOthersError";
}
/** The store cannot be opened, read or written. The message says what to do; it may name a file. */
export declare class StoreError extends Error {
    readonly name: string;
}
/**
 * The store cannot be reached, though it may be in a moment. What was to be changed may have been, or
 * not.
 */
export declare class StoreUnreachableError extends StoreError {
    readonly name: string;
}
/** Another process uses the store. */
export declare class StoreLockedError extends StoreError {
    readonly name = "StoreLockedError";
}
