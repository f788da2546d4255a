import { type CreditLedger } from '../interfaces/credit-ledger.ts';
import type { Database } from './database.ts';
/** The part of the store that keeps credits. A reservation is an entry that expires. */
export declare function creditMethods(database: Database): CreditLedger;
/** Releases reservations for which nobody can be waiting any more, and returns how many. */
export declare function releaseExpired(database: Database): Promise<number>;
