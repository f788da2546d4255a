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

/** How long a call that has failed waits for what it gives back, in milliseconds. */
const timeoutMs = 1_000;

/** How long after its deadline a call may still be settled, in milliseconds. */
const graceMs = 60_000;

/**
 * From when on nobody can be waiting for a call any more, in ISO 8601.
 * @param deadline of the call, in milliseconds since the epoch
 */
export function expiryOf(deadline: number): string {
  return new Date(deadline + graceMs).toISOString();
}

/**
 * Waits a second at most for what a failed call gives back, and never throws: the caller is to see
 * why the call failed. What takes longer goes on by itself; a failure of it is logged.
 */
export async function cleanUp(
  work: Promise<void>,
  log: Logger,
  [fields, message]: [fields: object, message: string],
): Promise<void> {
  const done = work.catch((error: unknown) => log.error({ err: error, ...fields }, message));
  await runWithTimeout(() => done, { ms: timeoutMs, onStop: () => undefined });
}

/** Pauses between looks at whether the first call has ended, in milliseconds. */
const firstBackoffMs = 25;
const longestBackoffMs = 250;

/** A call that may have an idempotency key. */
export interface KeyedCall extends Bounds {
  /** The header `Idempotency-Key`; nothing where it is absent. */
  readonly key: string | undefined;
  readonly user: Account;
  /** The fields of the request, as they were parsed. */
  readonly request: Readonly<Record<string, string | undefined>>;
  readonly log: Logger;
}

/**
 * A call's hold on its idempotency key. Unless the response is recorded, the key is free again at the
 * end of the scope. A call without a key holds nothing, and everything here does nothing.
 */
export interface IdempotencyHold extends AsyncDisposable {
  /** What an earlier call with this key responded, as JSON: this call responds the same. */
  readonly recorded: string | undefined;
  readonly claim: IdempotencyClaim | undefined;
  /** The claim with its response, to be recorded in the same change that settles the credit. */
  complete(response: unknown): CompletedClaim | undefined;
  /** The response is recorded: the key stays taken. */
  keep(): void;
  /** Records the response of a call that was free. */
  record(response: unknown): Promise<void>;
}

/**
 * Claims the idempotency key of a call. Where a call within 24 hours had the same key, this waits
 * for it and finds its response; where that call failed, this call gets the key.
 * @throws IdempotencyKeyError for a key that is malformed or was used with another request;
 *   IdempotencyKeyInUseError when the first call does not end in time; StoreError
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
      // Where this fails, the key is taken until it expires.
      const call = { call: claim.call_id };
      await cleanUp(store.dropClaim(claim), log, [call, 'idempotency key not dropped']);
    },
  };
}

/** Returns what the first call has responded; nothing where this call has the key now. */
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
    // A caller that hangs up ends the pause.
    await sleep(backoffMs, undefined, { signal }).catch(() => undefined);
  }
}

/** A digest of the request, the same in whichever order the fields came. */
function fingerprintOf(request: KeyedCall['request']): string {
  const hash = createHash('sha256');
  for (const name of Object.keys(request).toSorted()) {
    const value = request[name] ?? '';
    hash.update(JSON.stringify([name, value.length]));
    hash.update(value);
  }
  return hash.digest('hex');
}
