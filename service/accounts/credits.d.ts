import type { Logger } from 'pino';
import type { Account, Accounts } from '../storage/interfaces/accounts.ts';
import type { CreditLedger } from '../storage/interfaces/credit-ledger.ts';
import type { IdempotencyHold } from './idempotency.ts';
import type { TakeBacks } from './take-backs.ts';
/** The credit of one call, reserved. Unless it is settled, it is released at the end of its scope. */
export interface ReservedCredit extends AsyncDisposable {
    /** The account after the credit was taken off. */
    readonly account: Account;
    readonly credits: number;
    /**
     * Spends the credit and, in the same atomic change, records the response under the idempotency key.
     * Where it is in doubt whether that has happened, it is tried again until the deadline of the call.
     * A call that is still in doubt then is taken back, as soon as the store can. So is one whose
     * caller has hung up meanwhile and has no key to ask for the response again.
     * @param response what the call responds; it is recorded as JSON
     * @throws CallerGoneError, ReservationLostError, StoreError: the response must not be sent then
     */
    settle(response: unknown): Promise<void>;
}
export interface ReserveOptions {
    readonly user: Account;
    readonly requestId: string;
    readonly log: Logger;
    /** Aborted when the caller hangs up. */
    readonly signal: AbortSignal;
    /** When the call is over at the latest, in milliseconds since the epoch. */
    readonly deadline: number;
    /** The call's idempotency key. */
    readonly hold: IdempotencyHold;
    readonly takeBacks: TakeBacks;
}
/**
 * Refuses a call that the balance does not cover, before any work is done for it. To reserve the
 * credit is what counts.
 * @throws InsufficientCreditsError
 */
export declare function requireCredit({ credits_available: available, plan_type: plan }: Account): void;
/**
 * Reserves the credit of one call.
 * @throws InsufficientCreditsError, StoreError
 */
export declare function reserveCredit(store: CreditLedger & Pick<Accounts, 'findAccount'>, { user, requestId, log, signal, deadline, hold, takeBacks }: ReserveOptions): Promise<ReservedCredit>;
