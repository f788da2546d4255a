import { hash } from 'node:crypto';
import { readdir, readFile, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import * as z from 'zod';
import { createKeyedMutex } from '../../concurrency/pending-tasks.ts';
import type { ExportedRecord } from '../account-export.ts';
import { requireReadable } from '../checks.ts';
import {
  reversalId,
  type CompletedClaim,
  type IdempotencyClaim,
  type IdempotencyKeys,
  type Reservation,
} from '../interfaces/credit-ledger.ts';
import { openDatedFiles } from './dated-files.ts';
import { DamagedFileError, replaceFile } from './durable-json-file.ts';
import { flush, ifThere, makeFolder, orStoreError } from './files.ts';
import { findReservation, hasEntry } from './shard-data.ts';
import type { Shards } from './shard-files.ts';
import { createSnapshotLock } from './snapshot-lock.ts';

const notPossible = 'The answers in DATA_DIR cannot be read or written. Is there room on the disk?';

/** The content of the file of an idempotency record. */
const storedRecordSchema = z.object({
  owner_id: z.string(),
  key: z.string(),
  call_id: z.string(),
  user_id: z.string(),
  account_id: z.string().optional(),
  fingerprint: z.string(),
  /** When the call succeeded. */
  at: z.string(),
  /** The response, under the name that the first release gave it. */
  answer: z.string(),
});

type StoredRecord = Readonly<z.infer<typeof storedRecordSchema>>;

/** A record is valid for 24 hours. */
function expiryOf({ at }: StoredRecord): Date {
  return new Date(Date.parse(at) + 86_400_000);
}

/** Whether the account of a record still exists, and its call was not reversed. */
function hasCall(shards: Shards, record: StoredRecord): boolean {
  const account = shards.find(record.user_id);
  if (!account || account.id !== record.account_id) return false;
  return !hasEntry(account, reversalId(record.call_id));
}

export type RecordFiles = Awaited<ReturnType<typeof openRecordFiles>>;

/**
 * Opens a folder of records, which is created if it does not exist. Each is in a folder of the day
 * (UTC) when its call succeeded. In the files of the accounts, they would make every write slower.
 * @throws StoreError, as does every method
 */
export async function openRecordFiles(
  folder: string,
  lock = createSnapshotLock(),
  removeEveryMs = 3_600_000,
) {
  const orError = <T>(work: () => Promise<T>) => orStoreError(notPossible, work);
  const days = await orError(() => openDatedFiles(folder, lock, 1, removeEveryMs));
  /** Folders of days whose names are on disk. */
  const flushedDays = new Set<string>();

  /** Makes the folder of a day, also if it was removed meanwhile: by hand, or while the clock was ahead. */
  async function makeDay(day: string): Promise<void> {
    if (await makeFolder(day)) flushedDays.delete(day);
    if (flushedDays.has(day)) return;
    await flush(folder);
    await flush(dirname(folder));
    flushedDays.add(day);
  }

  async function read(day: string, name: string): Promise<StoredRecord[]> {
    const text = await ifThere(readFile(join(folder, day, `${name}.json`), 'utf8'), undefined);
    if (text === undefined) return [];
    try {
      return [storedRecordSchema.parse(JSON.parse(text))];
    } catch {
      throw new DamagedFileError(`answers/${day}/${name}.json in DATA_DIR is damaged. Remove it.`);
    }
  }

  return {
    /** All records under a file name, at most one for each day. */
    list: (name: string) =>
      orError(async () => {
        const records = (await days.list()).map((day) => read(day, name));
        return (await Promise.all(records)).flat();
      }),
    async *listAll(): AsyncIterable<StoredRecord> {
      for (const day of await days.list()) {
        const names = await orError(() => readdir(join(folder, day)));
        for (const name of names.filter((one) => one.endsWith('.json'))) {
          yield* await orError(() => read(day, name.slice(0, -'.json'.length)));
        }
      }
    },
    write: (name: string, record: StoredRecord) =>
      orError(() =>
        lock.write(async () => {
          requireReadable(storedRecordSchema, record);
          const day = join(folder, record.at.slice(0, 10));
          await makeDay(day);
          await replaceFile(join(day, `${name}.json`), JSON.stringify(record));
        }),
      ),
    /** Removes the record of a call, or one that is damaged and may be this call's. */
    remove: (name: string, callId: string) =>
      orError(async () => {
        for (const day of await days.list()) {
          const records = await read(day, name).catch((error: unknown) => {
            if (error instanceof DamagedFileError) return [{ call_id: callId }];
            throw error;
          });
          if (!records.some(({ call_id }) => call_id === callId)) continue;
          await lock.write(async () => {
            await rm(join(folder, day, `${name}.json`), { force: true });
            await flush(join(folder, day));
          });
        }
      }),
    close: days.close,
  };
}

export type Idempotency = ReturnType<typeof createIdempotency>;

/**
 * Idempotency keys, and the link between the record of a call and the credits that it spends.
 * Claims are only in memory, because calls end with the process, too. The record of a call is
 * written before the call is settled, and is valid once the call is no longer reserved. So when a
 * call is released, its record is removed first. All work on one key is exclusive.
 */
export function createIdempotency(shards: Shards, files: RecordFiles) {
  /** The claims of running calls, by the names of their record files. */
  const claims = new Map<string, IdempotencyClaim>();
  const mutex = createKeyedMutex();

  function isReserved(id: string, userId: string): boolean {
    const account = shards.find(userId);
    return account !== undefined && findReservation(account, id) !== undefined;
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

  const methods: IdempotencyKeys = {
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
  };

  return {
    methods,

    /** The name of the record file of a call, if the call has a key. */
    findFileOf(callId: string): string | undefined {
      return [...claims].find(([, claim]) => claim.call_id === callId)?.[0];
    },

    /** Writes the record of a call, and settles the call. Resolves with whether it is settled. */
    settleWithRecord(
      completed: CompletedClaim,
      at: string,
      settle: () => Promise<boolean>,
    ): Promise<boolean> {
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

    /** Removes the record of a call, if there is one, and releases the call. */
    releaseWithoutRecord(
      file: string,
      { id, user_id }: Pick<Reservation, 'id' | 'user_id'>,
      release: () => Promise<void>,
    ): Promise<void> {
      return mutex.runExclusive(file, async () => {
        if (isReserved(id, user_id)) await files.remove(file, id);
        await release();
      });
    },
  };
}

/** All records that are still valid. No call may be running. */
export async function exportRecords(
  shards: Shards,
  files: RecordFiles,
  now: Date,
): Promise<ExportedRecord[]> {
  const records: ExportedRecord[] = [];
  for await (const stored of files.listAll()) {
    if (!hasCall(shards, stored) || expiryOf(stored) <= now) continue;
    const { account_id, at, ...record } = stored;
    records.push({ ...record, expires_at: expiryOf(stored).toISOString() });
  }
  return records;
}

/** The name of the record file of a key. */
function fileFor({ owner_id, key }: IdempotencyClaim): string {
  return hash('sha256', JSON.stringify([owner_id, key]));
}
