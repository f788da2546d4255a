import { createHash, randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import { runWithTimeout, type Bounds } from '../concurrency/pending-tasks.ts';
import type { Account } from '../storage/interfaces/accounts.ts';
import type {
  CompletedClaim,
  IdempotencyClaim,
  IdempotencyKeys,
} from '../storage/interfaces/credit-ledger.ts';
import { IdempotencyKeyError, IdempotencyKeyInUseError } from './errors.ts';

/** How long a failed call waits for its clean-up, in milliseconds. */
const timeoutMs = 1_000;

/** How long after its deadline a call may still be settled, in milliseconds. */
const graceMs = 60_000;

/**
 * The time after which no caller can still be waiting for a call, in ISO 8601.
 * @param deadline of the call, in milliseconds since the epoch
 */
export function expiryOf(deadline: number): string {
  return new Date(deadline + graceMs).toISOString();
}

/**
 * Waits at most a second for the clean-up of a failed call. It never throws, because the caller
 * should see why the call failed. Slower work continues in the background, and its failure is
 * logged.
 */
export async function cleanUp(
  work: Promise<void>,
  log: Logger,
  [fields, message]: [fields: object, message: string],
): Promise<void> {
  const done = work.catch((error: unknown) => log.error({ err: error, ...fields }, message));
  await runWithTimeout(() => done, { ms: timeoutMs, onStop: () => undefined });
}

/** Pauses between checks whether the first call has ended, in milliseconds. */
const firstBackoffMs = 25;
const longestBackoffMs = 250;

/** A call that may have an idempotency key. */
export interface KeyedCall extends Bounds {
  /** The `Idempotency-Key` header, if present. */
  readonly key: string | undefined;
  readonly user: Account;
  /** The parsed fields of the request. */
  readonly request: Readonly<Record<string, string | boolean | undefined>>;
  readonly log: Logger;
}

/**
 * A call's hold on its idempotency key. Unless the response is recorded, the key is released at the
 * end of the scope. For a call without a key, all methods do nothing.
 */
export interface IdempotencyHold extends AsyncDisposable {
  /** The response of an earlier call with this key, as JSON. This call responds the same. */
  readonly recorded: string | undefined;
  readonly claim: IdempotencyClaim | undefined;
  /**
   * The claim with its response, to be recorded in the same transaction that settles the credit.
   */
  complete(response: unknown): CompletedClaim | undefined;
  /** Keeps the key taken, because its response is recorded. */
  keep(): void;
  /** Records the response of a call that was free. */
  record(response: unknown): Promise<void>;
}

/**
 * Claims the idempotency key of a call. If an earlier call within 24 hours used the same key, this
 * waits for it and returns its response, or takes over the key if that call failed.
 * @throws IdempotencyKeyError if the key is malformed or was used with another request;
 *   IdempotencyKeyInUseError if the first call does not end in time; StoreError
 */
export async function claimIdempotencyKey(
  store: IdempotencyKeys,
  { key, user, request, log, signal, deadline }: KeyedCall,
): Promise<IdempotencyHold> {
  if (key === undefined) return holdOf(store, log, {});
  if (!/^[\x21-\x7e]{1,255}$/.test(key)) {
    throw new IdempotencyKeyError(
      'idempotency_key_invalid',
      'Send Idempotency-Key as 1 to 255 visible ASCII characters, without spaces.',
    );
  }
  const claim = {
    owner_id: user.owner_id,
    key: createHash('sha256').update(key).digest('hex'),
    fingerprint: fingerprintOf(request),
    user_id: user.user_id,
    call_id: randomUUID(),
    expires_at: expiryOf(deadline),
  };
  const recorded = await claimOrWait(store, claim, { signal, deadline });
  return holdOf(store, log, recorded === undefined ? { claim } : { recorded });
}

function holdOf(
  store: IdempotencyKeys,
  log: Logger,
  { claim, recorded }: { claim?: IdempotencyClaim; recorded?: string },
): IdempotencyHold {
  let isKept = false;
  const complete = (response: unknown) => claim && { claim, response: JSON.stringify(response) };
  return {
    recorded,
    claim,
    complete,
    keep: () => void (isKept = true),
    async record(response) {
      const completed = complete(response);
      if (completed) await store.recordResponse(completed, new Date().toISOString());
      isKept = true;
    },
    async [Symbol.asyncDispose]() {
      if (!claim || isKept) return;
      // If this fails, the key stays taken until it expires.
      const call = { call: claim.call_id };
      await cleanUp(store.dropClaim(claim), log, [call, 'idempotency key not dropped']);
    },
  };
}

/** Returns the response of the first call, or nothing if this call now holds the key. */
async function claimOrWait(
  store: IdempotencyKeys,
  claim: IdempotencyClaim,
  { signal, deadline }: Bounds,
): Promise<string | undefined> {
  for (let backoffMs = firstBackoffMs; ; backoffMs = Math.min(longestBackoffMs, backoffMs * 2)) {
    const record = await store.claimIdempotencyKey(claim, new Date().toISOString());
    if (!record) return undefined;
    if (record.fingerprint !== claim.fingerprint) {
      throw new IdempotencyKeyError(
        'idempotency_key_reused',
        'This Idempotency-Key was used with another request. Send a new key.',
      );
    }
    if (record.response !== null) return record.response;
    if (signal.aborted || Date.now() + backoffMs >= deadline) throw new IdempotencyKeyInUseError();
    // The caller hanging up ends the pause.
    await sleep(backoffMs, undefined, { signal }).catch(() => undefined);
  }
}

/** A digest of the request that doesn't depend on the order of its fields. */
function fingerprintOf(request: KeyedCall['request']): string {
  const hash = createHash('sha256');
  for (const name of Object.keys(request).toSorted()) {
    const value = String(request[name] ?? '');
    hash.update(JSON.stringify([name, value.length]));
    hash.update(value);
  }
  return hash.digest('hex');
}
