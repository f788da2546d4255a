import { randomUUID } from 'node:crypto';
import type { Logger } from 'pino';
import { insufficientCredits } from '../errors.ts';
import type { Account, Store } from '../storage/store.ts';

/** Credits that one successful call costs. */
const creditsPerCall = 1;

/**
 * Does work that costs a credit: reserved before, spent when the work succeeds, given back when it
 * fails. Answers what the work gave, and the account after it.
 * @throws HttpError 403 when the balance does not cover the call; whatever the work throws.
 */
export async function withCredit<T>(
  store: Store,
  user: Account,
  log: Logger,
  work: () => Promise<T>,
): Promise<{ result: T; account: Account }> {
  const id = randomUUID();
  const account = await store.reserve({ id, user_id: user.user_id, credits: creditsPerCall });
  if (!account) {
    const now = (await store.findAccount(user.user_id)) ?? user;
    throw insufficientCredits(now.credits_available, now.plan_type);
  }
  try {
    const result = await work();
    await store.settle(id);
    return { result, account };
  } catch (error) {
    await store.release(id).catch((failure: unknown) => {
      // The next start of the service gives the credit back.
      log.error({ err: failure, reservation: id }, 'reserved credit not released');
    });
    throw error;
  }
}
