import type { LedgerEntry, Reservation } from '../interfaces/credit-ledger.ts';
import type { StoredAccount, StoredReservation } from './shard-data.ts';
export declare function withCredits(account: StoredAccount, change: number): StoredAccount;
export declare function withEntry(account: StoredAccount, entry: LedgerEntry): StoredAccount;
export declare function withoutReservation(account: StoredAccount, id: string): StoredAccount;
/** Puts the credits of a reservation back on the balance. */
export declare function withRefund(account: StoredAccount, { id, credits }: Reservation): StoredAccount;
/**
 * Where it is due, tops the credits up to what the plan allows. Where the month has its entry
 * already, it is not added a second time.
 */
export declare function withAllowance(account: StoredAccount, at: string): StoredAccount;
export declare function findReservation(account: StoredAccount, id: string): StoredReservation | undefined;
export declare function hasEntry(account: StoredAccount, id: string): boolean;
