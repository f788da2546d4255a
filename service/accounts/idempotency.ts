import { createHash, randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import { badRequest, stillRunning, type HttpError } from '../errors.ts';
import { inTurn } from '../concurrency/cpu-queue.ts';
import type { AccountStore } from '../storage/interfaces/account-store.ts';
import type { Account } from '../storage/interfaces/accounts.ts';
import type { IdempotencyClaim } from '../storage/interfaces/idempotency-keys.ts';
import { inTime } from '../concurrency/time-out.ts';
import { cleanUpMs, expiryOf } from './credits.ts';
import type { Counted } from './usage.ts';

/** How often to look whether the first call has ended, in milliseconds. */
const shortestPauseMs = 25;
const longestPauseMs = 250;

/** How soon a call that has waited in vain may come again. */
const retryAfterSeconds = 5;

/** What of a call decides whether it is another's twin, and how long it waits for that. */
export interface KeyedCall {
  /** The header `Idempotency-Key`; nothing where it is absent. */
  readonly key: string | undefined;
  readonly user: Account;
  /** The fields of the request, as they were parsed. */
  readonly request: Readonly<Record<string, string | undefined>>;
  readonly log: Logger;
  readonly signal: AbortSignal;
  /** When the call is over at the latest, in milliseconds since the epoch. */
  readonly deadline: number;
}

/**
 * Does work once for each idempotency key of an owner: with a key that a call within 24 hours has
 * had, it answers what that one answered, waiting for it where it is still running. A call that fails
 * leaves its key free; whoever waits for it then does the work. The work must have its answer kept
 * under the claim, with the credits it settles or without; where there is no key, there is no claim.
 * @throws HttpError 400 for a key that is malformed or was used with another request, 429 when the
 *   first call does not end in time; whatever the work throws
 */
export async function onceForKey<T>(
  store: AccountStore,
  { key, user, request, log, signal, deadline }: KeyedCall,
  work: (claim?: IdempotencyClaim) => Promise<Counted<T>>,
): Promise<Counted<T>> {
  if (key === undefined) return work();
  if (!/^[\x21-\x7e]{1,255}$/.test(key)) {
    throw refusedKey('Send Idempotency-Key as 1 to 255 visible ASCII characters, without spaces.');
  }
  const claim = {
    owner_id: user.owner_id,
    key: createHash('sha256').update(key).digest('hex'),
    fingerprint: await fingerprintOf(request),
    user_id: user.user_id,
    call_id: randomUUID(),
    expires_at: expiryOf(deadline),
  };
  const kept = await claimOrWait(store, claim, { signal, deadline });
  if (kept !== undefined) return { answer: JSON.parse(kept) as T, counts: { cached: 1 } };
  try {
    return await work(claim);
  } catch (error) {
    const dropped = store.dropClaim(claim).catch((failure: unknown) => {
      // It expires; until then the key is taken.
      log.error({ err: failure, call: claim.call_id }, 'idempotency key not dropped');
    });
    await inTime(cleanUpMs, dropped, undefined);
    throw error;
  }
}

/** Answers what the first call has answered; nothing where this call has the key now. */
async function claimOrWait(
  store: AccountStore,
  claim: IdempotencyClaim,
  { signal, deadline }: Pick<KeyedCall, 'signal' | 'deadline'>,
): Promise<string | undefined> {
  for (let pauseMs = shortestPauseMs; ; pauseMs = Math.min(longestPauseMs, pauseMs * 2)) {
    const taken = await store.claimIdempotencyKey(claim, new Date().toISOString());
    if (!taken) return undefined;
    if (taken.fingerprint !== claim.fingerprint) {
      throw refusedKey('This Idempotency-Key was used with another request. Send a new key.');
    }
    if (taken.response !== null) return taken.response;
    if (signal.aborted || Date.now() + pauseMs >= deadline) throw stillRunning(retryAfterSeconds);
    // A caller that hangs up ends the pause.
    await sleep(pauseMs, undefined, { signal }).catch(() => undefined);
  }
}

/** A digest of what is asked, the same in whichever order the fields came. */
async function fingerprintOf(request: KeyedCall['request']): Promise<string> {
  const hash = createHash('sha256');
  for (const name of Object.keys(request).toSorted()) {
    const value = request[name] ?? '';
    hash.update(JSON.stringify([name, value.length]));
    await inTurn(value.length, () => hash.update(value));
  }
  return hash.digest('hex');
}

function refusedKey(message: string): HttpError {
  return badRequest([{ path: 'Idempotency-Key', message }]);
}
