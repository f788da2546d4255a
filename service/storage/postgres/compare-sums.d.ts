import type { Sums } from '../account-export.ts';
import type { Imbalance } from '../interfaces/credit-ledger.ts';
import type { Query } from './transaction.ts';
/** What was counted or added up, before and after an import. */
export interface Comparison {
    readonly what: string;
    readonly folder: bigint;
    readonly database: bigint;
}
/** Counts and adds up what the tables hold. */
export declare function readSums(query: Query): Promise<Sums>;
export declare function compareSums(folder: Sums, database: Sums, wrong: readonly Imbalance[]): Comparison[];
