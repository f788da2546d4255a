import { randomUUID } from 'node:crypto';
import type { Logger } from 'pino';
import type { Account, Accounts } from '../storage/interfaces/accounts.ts';
import type { CreditLedger, Reservation } from '../storage/interfaces/credit-ledger.ts';
import { cleanUp, expiryOf } from './clean-up.ts';
import { CallerGoneError, InsufficientCreditsError, ReservationLostError } from './errors.ts';
import type { IdempotencyHold } from './idempotency.ts';

/** Credits that one successful call costs. */
const creditsPerCall = 1;

/** The credit of one call, reserved. Unless it is settled, it is released at the end of its scope. */
export interface ReservedCredit extends AsyncDisposable {
  /** The account after the credit was taken off. */
  readonly account: Account;
  readonly credits: number;
  /**
   * Spends the credit and, in the same atomic change, records the response under the idempotency key.
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
}

/**
 * Refuses a call that the balance does not cover, before any work is done for it. To reserve the
 * credit is what counts.
 * @throws InsufficientCreditsError
 */
export function requireCredit({ credits_available: available, plan_type: plan }: Account): void {
  if (available < creditsPerCall) throw new InsufficientCreditsError(available, plan);
}

/**
 * Reserves the credit of one call.
 * @throws InsufficientCreditsError, StoreError
 */
export async function reserveCredit(
  store: CreditLedger & Pick<Accounts, 'findAccount'>,
  { user, requestId, log, signal, deadline, hold }: ReserveOptions,
): Promise<ReservedCredit> {
  const reservation: Reservation = {
    id: hold.claim?.call_id ?? randomUUID(),
    user_id: user.user_id,
    credits: creditsPerCall,
    request_id: requestId,
    at: new Date().toISOString(),
    expires_at: expiryOf(deadline),
  };
  const account = await store.reserve(reservation);
  if (!account) {
    const now = (await store.findAccount(user.user_id)) ?? user;
    throw new InsufficientCreditsError(now.credits_available, now.plan_type);
  }
  let isSettled = false;
  return {
    account,
    credits: creditsPerCall,
    async settle(response) {
      if (signal.aborted) throw new CallerGoneError();
      const completed = hold.complete(response);
      isSettled = await store.settle(reservation, new Date().toISOString(), completed);
      if (!isSettled) throw new ReservationLostError();
      hold.keep();
    },
    async [Symbol.asyncDispose]() {
      if (isSettled) return;
      // Where this fails, the store releases the credit later.
      await cleanUp(store.release(reservation), log, [
        { reservation: reservation.id },
        'reserved credit not released',
      ]);
    },
  };
}
