import { createHash } from 'node:crypto';
import type { Reservation } from '../interfaces/credit-ledger.ts';
import type {
  CompletedClaim,
  IdempotencyClaim,
  IdempotencyKeys,
} from '../interfaces/idempotency-keys.ts';
import { expiryOf, hasAccount } from './idempotency-expiry.ts';
import type { RecordFiles, StoredRecord } from './idempotency-records.ts';
import { createKeyedMutex } from '../../concurrency/keyed-mutex.ts';
import type { Shards } from './shards.ts';

/** Idempotency keys, and how an answer is kept if and only if its call is settled. */
export interface Idempotency {
  readonly methods: IdempotencyKeys;
  /** Where the answer of a call that has a key will be. */
  fileOf(callId: string): string | undefined;
  /** Has the call settled and its answer kept. Answers whether it is settled. */
  settleAndKeep(
    answered: CompletedClaim,
    at: string,
    settle: () => Promise<boolean>,
  ): Promise<boolean>;
  /** Has the call released, without an answer that it may have left. */
  removeAndRelease(
    file: string,
    reservation: Pick<Reservation, 'id' | 'user_id'>,
    release: () => Promise<void>,
  ): Promise<void>;
}

/**
 * Claims are in memory: with the process, its calls end. An answer is written before its call is
 * settled, and counts once the call is not reserved any more; so what has not been settled is removed
 * before it is released. All work on one key is exclusive.
 */
export function createIdempotency(shards: Shards, files: RecordFiles): Idempotency {
  const running = new Map<string, IdempotencyClaim>();
  const mutex = createKeyedMutex();

  function isReserved(id: string, userId: string): boolean {
    return shards.find(userId)?.reservations.some((one) => one.id === id) ?? false;
  }

  function counts(kept: StoredRecord, now: string): boolean {
    if (!hasAccount(shards, kept) || isReserved(kept.call_id, kept.user_id)) return false;
    return new Date(now) < expiryOf(kept);
  }

  function isRunning(file: string, { claim }: CompletedClaim): boolean {
    return running.get(file)?.call_id === claim.call_id;
  }

  function write(file: string, { claim, response }: CompletedClaim, at: string): Promise<void> {
    const { expires_at, ...rest } = claim;
    const account_id = shards.find(claim.user_id)?.id;
    return files.write(file, { ...rest, account_id, at, answer: response });
  }

  return {
    methods: {
      claimIdempotencyKey(claim, at) {
        const file = fileFor(claim);
        return mutex.runExclusive(file, async () => {
          const first = running.get(file);
          if (first && first.call_id !== claim.call_id && first.expires_at > at) {
            return { fingerprint: first.fingerprint, response: null };
          }
          const kept = (await files.find(file)).find((one) => counts(one, at));
          if (kept) return { fingerprint: kept.fingerprint, response: kept.answer };
          running.set(file, { ...claim });
          return undefined;
        });
      },

      recordResponse(answered, at) {
        const file = fileFor(answered.claim);
        return mutex.runExclusive(file, async () => {
          if (!isRunning(file, answered)) return;
          await write(file, answered, at);
          running.delete(file);
        });
      },

      dropClaim(claim) {
        const file = fileFor(claim);
        if (running.get(file)?.call_id === claim.call_id) running.delete(file);
        return Promise.resolve();
      },
    },

    fileOf(callId) {
      return [...running].find(([, claim]) => claim.call_id === callId)?.[0];
    },

    settleAndKeep(answered, at, settle) {
      const { user_id, call_id } = answered.claim;
      const file = fileFor(answered.claim);
      return mutex.runExclusive(file, async () => {
        if (!isReserved(call_id, user_id)) return settle();
        if (!isRunning(file, answered)) return false;
        await write(file, answered, at);
        const isSettled = await settle();
        if (isSettled) running.delete(file);
        return isSettled;
      });
    },

    removeAndRelease(file, { id, user_id }, release) {
      return mutex.runExclusive(file, async () => {
        if (isReserved(id, user_id)) await files.remove(file, id);
        await release();
      });
    },
  };
}

/** The name of the file for the answer to a key. */
function fileFor({ owner_id, key }: IdempotencyClaim): string {
  return createHash('sha256')
    .update(JSON.stringify([owner_id, key]))
    .digest('hex');
}
