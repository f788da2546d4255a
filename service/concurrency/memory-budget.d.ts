/** The memory that pictures may take is in use. */
export declare class MemoryBudgetError extends Error {
    readonly name = "MemoryBudgetError";
    constructor();
}
/** Bytes that are reserved until this is disposed of. */
export interface MemoryLease extends Disposable {
    /**
     * Changes how many bytes are reserved.
     * @throws MemoryBudgetError when there is no room for more; the lease stays as it was
     */
    resize(bytes: number): void;
}
/** Bounds the memory that pictures take: bytes are reserved before they are read. */
export interface MemoryBudget {
    /**
     * @param ownerId of the account owner that the bytes are read for
     * @throws MemoryBudgetError
     */
    reserve(ownerId: string, bytes: number): MemoryLease;
}
/** @param processes how many share the machine, each with a budget of its own */
export declare function createMemoryBudget(processes?: number): MemoryBudget;
