import { StoreError, StoreUnreachableError } from '../interfaces/errors.ts';
/** The connection broke, or could not be made. The outcome of a statement under way is unknown. */
export declare class UnreachableError extends StoreUnreachableError {
    readonly name = "UnreachableError";
}
/** The connection broke while a change was being committed: it may have been, or not. */
export declare class InDoubtError extends StoreUnreachableError {
    readonly name = "InDoubtError";
    constructor();
}
/** The statement conflicted with another, and has changed nothing. */
export declare class ConflictError extends StoreError {
    readonly name = "ConflictError";
}
/**
 * The error in words of our own, which name no host, no user and no value: PostgreSQL's messages
 * do, and errors end up in logs and responses.
 */
export declare function toStoreError(error: unknown): StoreError;
