import { createHash } from 'node:crypto';
import { createKeyedMutex } from '../../concurrency/keyed-mutex.ts';
import type { Reservation } from '../interfaces/credit-ledger.ts';
import type {
  CompletedClaim,
  IdempotencyClaim,
  IdempotencyKeys,
} from '../interfaces/idempotency-keys.ts';
import type { RecordFiles } from './idempotency-record-files.ts';
import type { Shards } from './shard-files.ts';
import { expiryOf, hasCall, type StoredRecord } from './stored-record.ts';

/** Idempotency keys, and what binds the record of a call to the credits that it spends. */
export interface Idempotency {
  readonly methods: IdempotencyKeys;
  /** The name of the record file of a call; nothing where the call holds no key. */
  findFileOf(callId: string): string | undefined;
  /**
   * Writes the record of a call, and settles the call: the record is valid only if it is settled.
   * @returns whether it is settled
   */
  settleWithRecord(
    completed: CompletedClaim,
    at: string,
    settle: () => Promise<boolean>,
  ): Promise<boolean>;
  /** Removes the record that a call may have left, and releases the call. */
  releaseWithoutRecord(
    file: string,
    reservation: Pick<Reservation, 'id' | 'user_id'>,
    release: () => Promise<void>,
  ): Promise<void>;
}

/**
 * Claims are in memory: calls end with the process, too. The record of a call is written before the
 * call is settled, and is valid once the call is not reserved any more. So the record of a call
 * that is to be released is removed before that. All work on one key is exclusive.
 */
export function createIdempotency(shards: Shards, files: RecordFiles): Idempotency {
  /** The claims of calls that are running, by the names of their record files. */
  const claims = new Map<string, IdempotencyClaim>();
  const mutex = createKeyedMutex();

  function isReserved(id: string, userId: string): boolean {
    return shards.find(userId)?.reservations.some((one) => one.id === id) ?? false;
  }

  function isValid(record: StoredRecord, now: string): boolean {
    if (!hasCall(shards, record) || isReserved(record.call_id, record.user_id)) return false;
    return new Date(now) < expiryOf(record);
  }

  function holdsKey(file: string, { call_id }: IdempotencyClaim): boolean {
    return claims.get(file)?.call_id === call_id;
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
          const holder = claims.get(file);
          if (holder && holder.call_id !== claim.call_id && holder.expires_at > at) {
            return { fingerprint: holder.fingerprint, response: null };
          }
          const record = (await files.list(file)).find((one) => isValid(one, at));
          if (record) return { fingerprint: record.fingerprint, response: record.answer };
          claims.set(file, { ...claim });
          return undefined;
        });
      },

      recordResponse(completed, at) {
        const file = fileFor(completed.claim);
        return mutex.runExclusive(file, async () => {
          if (!holdsKey(file, completed.claim)) return;
          await write(file, completed, at);
          claims.delete(file);
        });
      },

      dropClaim(claim) {
        const file = fileFor(claim);
        if (holdsKey(file, claim)) claims.delete(file);
        return Promise.resolve();
      },
    },

    findFileOf(callId) {
      return [...claims].find(([, claim]) => claim.call_id === callId)?.[0];
    },

    settleWithRecord(completed, at, settle) {
      const { user_id, call_id } = completed.claim;
      const file = fileFor(completed.claim);
      return mutex.runExclusive(file, async () => {
        if (!isReserved(call_id, user_id)) return settle();
        if (!holdsKey(file, completed.claim)) return false;
        await write(file, completed, at);
        const isSettled = await settle();
        if (isSettled) claims.delete(file);
        return isSettled;
      });
    },

    releaseWithoutRecord(file, { id, user_id }, release) {
      return mutex.runExclusive(file, async () => {
        if (isReserved(id, user_id)) await files.remove(file, id);
        await release();
      });
    },
  };
}

/** The name of the record file of a key. */
function fileFor({ owner_id, key }: IdempotencyClaim): string {
  return createHash('sha256')
    .update(JSON.stringify([owner_id, key]))
    .digest('hex');
}
