import type { Logger } from 'pino';
import type { CreditLedger, Reservation } from '../storage/interfaces/credit-ledger.ts';
/**
 * Calls that failed while they were being settled, so that nobody knows whether they are charged.
 * They are taken back, as soon as the store can.
 */
export interface TakeBacks {
    /** Resolves when the call is taken back, or when the service stops before that. */
    add(call: Pick<Reservation, 'id' | 'user_id'>): Promise<void>;
    /** Waits some seconds for those that are left, and tries no more. */
    close(): Promise<void>;
}
export interface TakeBackTimes {
    /** Pause between two attempts, in milliseconds. */
    readonly pauseMs: number;
    /** How long `close` waits, in milliseconds. */
    readonly closeMs: number;
}
/** They are in memory: those that a crash cuts off stay as they are. */
export declare function createTakeBacks(store: Pick<CreditLedger, 'takeBack'>, log: Logger, { pauseMs, closeMs }?: TakeBackTimes): TakeBacks;
