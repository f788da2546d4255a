import type { StoreConfig } from '../../../service/config.ts';
/** The ledger in a process of its own, and what it can be asked to do. */
export interface Ledger {
    /** Opens the store and returns how many bytes of memory that took. */
    open(config: StoreConfig): Promise<number>;
    /** Makes so many accounts, each with a key and so many entries. */
    fill(accounts: number, entries: number): Promise<unknown>;
    /** Returns how many milliseconds each call took to be reserved and settled. */
    call(load: Load): Promise<number[]>;
    /** Closes the store, and ends. */
    close(): Promise<unknown>;
}
/** So many callers, one call after the other each, at the cost of any of so many accounts. */
export interface Load {
    readonly accounts: number;
    readonly callers: number;
    readonly ms: number;
}
export declare function startLedger(): Ledger;
