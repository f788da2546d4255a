import { randomUUID } from 'node:crypto';
import type { Logger } from 'pino';
import { insufficientCredits } from '../errors.ts';
import type { Account, Reservation, Store } from '../storage/store.ts';

/** Credits that one successful call costs. */
const creditsPerCall = 1;

/** How long after its deadline a call may still be settled, in milliseconds. */
const graceMs = 60_000;

export interface CreditOptions {
  readonly requestId: string;
  readonly log: Logger;
  /** When the call is over at the latest, in milliseconds since the epoch. */
  readonly deadline: number;
}

/**
 * Does work that costs a credit: reserved before, spent when the work succeeds, given back when it
 * fails. Answers what the work gave, the account after it, and the credits spent.
 * @throws HttpError 403 when the balance does not cover the call; whatever the work throws.
 */
export async function withCredit<T>(
  store: Store,
  user: Account,
  { requestId, log, deadline }: CreditOptions,
  work: () => Promise<T>,
): Promise<{ result: T; account: Account; credits: number }> {
  const reservation: Reservation = {
    id: randomUUID(),
    user_id: user.user_id,
    credits: creditsPerCall,
    request_id: requestId,
    at: new Date().toISOString(),
    expires_at: new Date(deadline + graceMs).toISOString(),
  };
  const account = await store.reserve(reservation);
  if (!account) {
    const now = (await store.findAccount(user.user_id)) ?? user;
    throw insufficientCredits(now.credits_available, now.plan_type);
  }
  try {
    const result = await work();
    await store.settle(reservation, new Date().toISOString());
    return { result, account, credits: reservation.credits };
  } catch (error) {
    await store.release(reservation).catch((failure: unknown) => {
      // The store gives the credit back later.
      log.error({ err: failure, reservation: reservation.id }, 'reserved credit not released');
    });
    throw error;
  }
}
