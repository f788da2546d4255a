import { randomUUID } from 'node:crypto';
import type { Logger } from 'pino';
import { insufficientCredits, internalServerError } from '../errors.ts';
import type { AccountStore } from '../storage/interfaces/account-store.ts';
import type { Account } from '../storage/interfaces/accounts.ts';
import type { Reservation } from '../storage/interfaces/credit-ledger.ts';
import type { IdempotencyClaim } from '../storage/interfaces/idempotency-keys.ts';
import { inTime } from '../concurrency/time-out.ts';
import type { Counted } from './usage.ts';

/** Credits that one successful call costs. */
const creditsPerCall = 1;

/** How long after its deadline a call may still be settled, in milliseconds. */
const graceMs = 60_000;

/** How long a call that has failed waits for what it leaves to be put right, in milliseconds. */
export const cleanUpMs = 1_000;

export interface CreditOptions {
  readonly requestId: string;
  readonly log: Logger;
  /** When the call is over at the latest, in milliseconds since the epoch. */
  readonly deadline: number;
  /** Of a call that has an idempotency key: what the work answers is kept under it, as JSON. */
  readonly claim?: IdempotencyClaim | undefined;
}

/** From when on nobody can be waiting for a call any more. */
export function expiryOf(deadline: number): string {
  return new Date(deadline + graceMs).toISOString();
}

/**
 * Does work that costs a credit: reserved before, spent when the work succeeds, given back when it
 * fails. The work gets the account after the credit was taken off; what it answers is answered.
 * @throws HttpError 403 when the balance does not cover the call; whatever the work throws.
 */
export async function withCredit<T>(
  store: AccountStore,
  user: Account,
  { requestId, log, deadline, claim }: CreditOptions,
  work: (account: Account) => Promise<T>,
): Promise<Counted<T>> {
  const reservation: Reservation = {
    id: claim?.call_id ?? randomUUID(),
    user_id: user.user_id,
    credits: creditsPerCall,
    request_id: requestId,
    at: new Date().toISOString(),
    expires_at: expiryOf(deadline),
  };
  const account = await store.reserve(reservation);
  if (!account) {
    const now = (await store.findAccount(user.user_id)) ?? user;
    throw insufficientCredits(now.credits_available, now.plan_type);
  }
  try {
    const result = await work(account);
    const answered = claim && { claim, response: JSON.stringify(result) };
    if (await store.settle(reservation, new Date().toISOString(), answered)) {
      return { answer: result, counts: { credits: reservation.credits } };
    }
    throw internalServerError('The credit of the call was no longer reserved.');
  } catch (error) {
    const released = store.release(reservation).catch((failure: unknown) => {
      // The store gives the credit back later.
      log.error({ err: failure, reservation: reservation.id }, 'reserved credit not released');
    });
    await inTime(cleanUpMs, released, undefined);
    throw error;
  }
}
