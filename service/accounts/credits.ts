import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import pLimit from 'p-limit';
import type { Logger } from 'pino';
import {
  createKeyedMutex,
  createPendingTasks,
  runWithTimeout,
} from '../concurrency/pending-tasks.ts';
import { isAllowanceDue, type Account, type Accounts } from '../storage/interfaces/accounts.ts';
import type {
  CreditLedger,
  LedgerEntry,
  Reservation,
} from '../storage/interfaces/credit-ledger.ts';
import { StoreUnreachableError } from '../storage/interfaces/errors.ts';
import { isUnlimited } from './accounts.ts';
import {
  BalanceTooLowError,
  CallerGoneError,
  InsufficientCreditsError,
  ReferenceUsedError,
  ReservationLostError,
} from './errors.ts';
import { cleanUp, expiryOf, type IdempotencyHold } from './idempotency.ts';
import { today, type BackgroundWrites } from './write-behind.ts';

interface CreditChange {
  readonly userId: string;
  /** How many credits to add; negative to deduct. Not 0. */
  readonly credits: number;
  /** The reason; null if none was given. */
  readonly note: string | null;
  /** For example a payment number: the same reference counts only once per account. */
  readonly reference: string | null;
  /** The id of a form. Without a reference, the same form counts only once. */
  readonly formId?: string;
  /** Who makes the change: an e-mail address, or `command line`. */
  readonly actor: string;
}

const referencePrefix = 'reference-';

/** Repeats in this process wait, so that exactly one of them is not a repeat. */
const changes = createKeyedMutex();

/**
 * Adds credits to an account, or deducts some.
 * @returns the changed account, nothing if it doesn't exist; and whether the same change was made
 *   before, so nothing was changed
 * @throws BalanceTooLowError, ReferenceUsedError: nothing was changed
 */
export function addCredits(
  store: Pick<CreditLedger, 'changeCredits' | 'findEntry'> & Pick<Accounts, 'findAccount'>,
  { userId, credits, note, reference, formId = randomUUID(), actor }: CreditChange,
): Promise<{ account: Account | undefined; isRepeat: boolean }> {
  const id = reference === null ? formId : referencePrefix + reference;
  return changes.runExclusive(`${userId} ${id}`, async () => {
    const isRepeat = (await store.findEntry(userId, id)) !== undefined;
    const account = await store.changeCredits({
      id,
      user_id: userId,
      credits,
      reason: credits < 0 ? 'correction' : 'top-up',
      request_id: null,
      at: new Date().toISOString(),
      actor,
      note,
    });
    if (!account) {
      const now = await store.findAccount(userId);
      if (now) throw new BalanceTooLowError(userId, now.credits_available);
    } else if (reference !== null) {
      // An existing entry is never changed, so it must have the same number of credits.
      const entry = await store.findEntry(userId, id);
      if (entry && entry.credits !== credits) throw new ReferenceUsedError(reference, entry);
    }
    return { account, isRepeat };
  });
}

/** The reference that an entry was added with, if any. */
export function referenceOf({ id }: Pick<LedgerEntry, 'id'>): string | null {
  return id.startsWith(referencePrefix) ? id.slice(referencePrefix.length) : null;
}

/**
 * Adds this month's allowance (UTC) if it is due. Later calls in the month write nothing.
 * @returns the account with its allowance
 * @throws StoreError
 */
export async function topUp(
  store: Pick<CreditLedger, 'addAllowance'>,
  user: Account,
): Promise<Account> {
  if (!isAllowanceDue(user, today())) return user;
  return (await store.addAllowance(user.user_id, new Date().toISOString())) ?? user;
}

/** Pause between attempts, in milliseconds. */
const pauseMs = 250;

/**
 * The minimum time for settling, in milliseconds, so a text generated at the last moment is not
 * wasted.
 */
const leastMs = 1_000;

/** When settling a call is no longer useful. */
interface SettleBounds {
  /** Aborted when the caller hangs up; undefined if the call is settled anyway. */
  readonly signal: AbortSignal | undefined;
  /** The call's deadline, in milliseconds since the epoch. */
  readonly deadline: number;
}

/**
 * Settles a call, and retries while the store cannot be reached: settling twice has the effect of
 * settling once. It does not wait for the last attempt after the deadline.
 * @returns what `settle` returns
 * @throws StoreError: the call is not settled
 * @throws StoreUnreachableError, CallerGoneError: the call may be settled, now or in a moment
 */
async function settleWithRetry(
  settle: () => Promise<boolean>,
  { signal, deadline }: SettleBounds,
): Promise<boolean> {
  async function attempt(getSignal: () => AbortSignal): Promise<boolean> {
    for (let isInDoubt = false; ;) {
      try {
        return await settle();
      } catch (error) {
        isInDoubt ||= error instanceof StoreUnreachableError;
        if (!isInDoubt || getSignal().aborted) throw error;
      }
      await sleep(pauseMs, undefined, { signal: getSignal() });
    }
  }

  const isSettled = await runWithTimeout(attempt, {
    ms: Math.max(leastMs, deadline - Date.now()),
    ...(signal && { signal }),
    onStop: (reason) =>
      reason === 'aborted'
        ? new CallerGoneError()
        : new StoreUnreachableError('The store did not settle a call before its deadline.'),
  });
  if (signal?.aborted) throw new CallerGoneError();
  return isSettled;
}

/**
 * Calls that failed while they were being settled, and may have been charged. They are reversed as
 * soon as the store can be reached.
 */
export interface Reversals {
  /** Resolves when the call is reversed, or when the service stops before that. */
  add(call: Pick<Reservation, 'id' | 'user_id'>): Promise<void>;
  /** Waits some seconds for the remaining ones, and stops retrying. */
  close(): Promise<void>;
}

interface ReversalTimes {
  /** Pause between two attempts, in milliseconds. */
  readonly pauseMs: number;
  /** How long `close` waits, in milliseconds. */
  readonly closeMs: number;
}

/** How many run at once: a store that has just recovered needs time for other calls, too. */
const atOnce = 4;

/** They are only in memory, so those that remain at a crash are never reversed. */
export function createReversals(
  store: Pick<CreditLedger, 'reverse'>,
  { log, failed }: BackgroundWrites,
  { pauseMs, closeMs }: ReversalTimes = { pauseMs: 1_000, closeMs: 10_000 },
): Reversals {
  const limit = pLimit(atOnce);
  const tasks = createPendingTasks();
  const left = new Set<string>();
  const stopping = new AbortController();

  async function reverse(call: Pick<Reservation, 'id' | 'user_id'>): Promise<void> {
    const at = new Date().toISOString();
    left.add(call.id);
    for (let attempt = 1; !stopping.signal.aborted; attempt++) {
      try {
        await limit(() => store.reverse(call, at));
        left.delete(call.id);
        if (attempt > 1) log.info({ reservation: call.id, attempt }, 'call reversed');
        return;
      } catch (error) {
        failed('reversals', error, { reservation: call.id });
      }
      await sleep(pauseMs, undefined, { signal: stopping.signal }).catch(() => undefined);
    }
  }

  return {
    add(call) {
      const done = reverse(call);
      tasks.add(done);
      return done;
    },

    async close() {
      await runWithTimeout(() => tasks.settled(), { ms: closeMs, onStop: () => undefined });
      stopping.abort();
      if (left.size > 0) log.error({ reservations: [...left] }, 'calls not reversed');
    },
  };
}

/** Credits that one successful call costs. */
const creditsPerCall = 1;

/** The credit of one call, reserved. Unless it is settled, it is released at the end of its scope. */
interface ReservedCredit extends AsyncDisposable {
  /** The account after the credit was deducted. */
  readonly account: Account;
  readonly credits: number;
  /**
   * Spends the credit and, in the same atomic change, records the response under the idempotency key.
   * If the outcome is unclear, it is retried until the deadline of the call. If it is still unclear
   * then, the call is reversed as soon as the store can be reached. So is a call whose caller has
   * hung up and has no key to ask for the response again.
   * @param response the call's response, which is recorded as JSON
   * @throws CallerGoneError, ReservationLostError, StoreError: the response must not be sent then
   */
  settle(response: unknown): Promise<void>;
}

interface ReserveOptions {
  readonly user: Account;
  readonly requestId: string;
  readonly log: Logger;
  /** Aborted when the caller hangs up. */
  readonly signal: AbortSignal;
  /** The call's deadline, in milliseconds since the epoch. */
  readonly deadline: number;
  /** The call's idempotency key. */
  readonly hold: IdempotencyHold;
  readonly reversals: Reversals;
  /**
   * Called when the credit is spent or released, with the account as it was after the credit was
   * deducted.
   */
  readonly onEnd?: ((reserved: Account) => Promise<void>) | undefined;
}

/**
 * Refuses a call that the balance does not cover before any work is done for it. Only reserving the
 * credit is binding.
 * @throws InsufficientCreditsError
 */
export function requireCredit(user: Account): void {
  const { credits_available: available, plan_type: plan } = user;
  if (available < creditsPerCall && !isUnlimited(user)) {
    throw new InsufficientCreditsError(available, plan);
  }
}

/** Nothing is reserved for a call of an unlimited plan; settling it records its response. */
function freeCall(
  account: Account,
  { hold, signal, deadline }: Pick<ReserveOptions, 'hold' | 'signal' | 'deadline'>,
): ReservedCredit {
  return {
    account,
    credits: 0,
    async settle(response) {
      if (signal.aborted) throw new CallerGoneError();
      const record = () => hold.record(response).then(() => true);
      await settleWithRetry(record, { signal: hold.claim ? undefined : signal, deadline });
    },
    [Symbol.asyncDispose]: () => Promise.resolve(),
  };
}

/**
 * Reserves the credit of one call, unless its plan is unlimited.
 * @throws InsufficientCreditsError, StoreError
 */
export async function reserveCredit(
  store: CreditLedger & Pick<Accounts, 'findAccount'>,
  options: ReserveOptions,
): Promise<ReservedCredit> {
  const { user, requestId, log, signal, deadline, hold, reversals, onEnd } = options;
  if (isUnlimited(user)) return freeCall(user, options);
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
    // The plan may have changed since the user was looked up.
    if (isUnlimited(now)) return freeCall(now, options);
    throw new InsufficientCreditsError(now.credits_available, now.plan_type);
  }
  let state = 'reserved' as 'reserved' | 'in doubt' | 'settled';
  return {
    account,
    credits: creditsPerCall,
    async settle(response) {
      if (signal.aborted) throw new CallerGoneError();
      const completed = hold.complete(response);
      const isSpent = await settleWithRetry(
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
      if (state !== 'settled') {
        // If the release fails, the store releases the credit later.
        const work = state === 'reserved' ? store.release(reservation) : reversals.add(reservation);
        await cleanUp(work, log, [{ reservation: reservation.id }, 'reserved credit not released']);
      }
      if (onEnd) await cleanUp(onEnd(account), log, [{}, 'owner not told of low credits']);
    },
  };
}
