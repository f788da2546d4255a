import { randomUUID } from 'node:crypto';
import type { Logger } from 'pino';
import type { Account, Accounts } from '../storage/interfaces/accounts.ts';
import type { CreditLedger, Reservation } from '../storage/interfaces/credit-ledger.ts';
import { StoreUnreachableError } from '../storage/interfaces/errors.ts';
import { cleanUp, expiryOf } from './clean-up.ts';
import { CallerGoneError, InsufficientCreditsError, ReservationLostError } from './errors.ts';
import type { IdempotencyHold } from './idempotency.ts';
import { settleInTime } from './settle-in-time.ts';
import type { TakeBacks } from './take-backs.ts';

/** Credits that one successful call costs. */
const creditsPerCall = 1;

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
export function requireCredit({ credits_available: available, plan_type: plan }: Account): void {
  if (available < creditsPerCall) throw new InsufficientCreditsError(available, plan);
}

/**
 * Reserves the credit of one call.
 * @throws InsufficientCreditsError, StoreError
 */
export async function reserveCredit(
  store: CreditLedger & Pick<Accounts, 'findAccount'>,
  { user, requestId, log, signal, deadline, hold, takeBacks }: ReserveOptions,
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
  let state = 'reserved' as 'reserved' | 'in doubt' | 'settled';
  return {
    account,
    credits: creditsPerCall,
    async settle(response) {
      if (signal.aborted) throw new CallerGoneError();
      const completed = hold.complete(response);
      const isSpent = await settleInTime(
        () => store.settle(reservation, new Date().toISOString(), completed),
        { signal: completed ? undefined : signal, deadline },
      ).catch((error: unknown) => {
        if (error instanceof StoreUnreachableError || error instanceof CallerGoneError) {
          state = 'in doubt';
        }
        throw error;
      });
      if (!isSpent) throw new ReservationLostError();
      state = 'settled';
      hold.keep();
    },
    async [Symbol.asyncDispose]() {
      if (state === 'settled') return;
      // Where the release fails, the store releases the credit later.
      const work = state === 'reserved' ? store.release(reservation) : takeBacks.add(reservation);
      await cleanUp(work, log, [{ reservation: reservation.id }, 'reserved credit not released']);
    },
  };
}
