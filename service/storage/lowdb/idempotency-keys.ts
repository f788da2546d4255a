import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { z } from 'zod';
import { createKeyedMutex } from '../../concurrency/pending-tasks.ts';
import {
  reversalId,
  type CompletedClaim,
  type IdempotencyClaim,
  type IdempotencyKeys,
  type Reservation,
} from '../interfaces/credit-ledger.ts';
import { StoreError } from '../interfaces/errors.ts';
import { flushFolder, replaceFile } from './durable-json-file.ts';
import { hasEntry } from './ledger-changes.ts';
import type { Shards } from './shard-files.ts';

const dayMs = 86_400_000;

/** A folder that holds one folder for each day (UTC, `2026-11-20`). */
interface DayFolders {
  /** The days that have a folder. */
  readonly days: ReadonlySet<string>;
  /** Makes the folder of a day if it is not there. */
  make(day: string): Promise<void>;
  /** Removes no more old folders, and resolves when none is being removed. */
  close(): Promise<void>;
}

/**
 * Opens a folder of days, which is made if it is not there. The folder of a day is removed within
 * `removeEveryMs` milliseconds after the end of the day that follows it.
 * @throws what the file system says
 */
async function openDayFolders(folder: string, removeEveryMs: number): Promise<DayFolders> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await flushFolder(dirname(folder));
  const days = new Set((await readdir(folder)).filter((name) => /^\d{4}-\d\d-\d\d$/.test(name)));
  let removing = Promise.resolve();
  // Not at once when a day begins or at the start: a clock that is wrong for a moment must not cost
  // what is in the folder of today.
  const timer = setInterval(() => {
    removing = removing.then(removeOldDays);
  }, removeEveryMs);
  timer.unref();

  async function removeOldDays(): Promise<void> {
    const yesterday = new Date(Date.now() - dayMs).toISOString().slice(0, 10);
    for (const day of [...days].filter((one) => one < yesterday)) {
      await rm(join(folder, day), { recursive: true, force: true }).then(
        () => days.delete(day),
        () => undefined,
      );
    }
  }

  return {
    days,
    async make(day) {
      if (days.has(day)) return;
      await mkdir(join(folder, day), { recursive: true, mode: 0o700 });
      await flushFolder(folder);
      days.add(day);
    },
    close() {
      clearInterval(timer);
      return removing;
    },
  };
}

const lifetimeMs = 86_400_000;

/** What the file of an idempotency record holds. */
const storedRecordSchema = z.object({
  owner_id: z.string(),
  key: z.string(),
  call_id: z.string(),
  user_id: z.string(),
  account_id: z.string().optional(),
  fingerprint: z.string(),
  /** When the call succeeded. */
  at: z.string(),
  /**
   * What the call responded. Released versions persist it under this name, as they do the folder
   * `answers` and the field `answer_file` of a reservation.
   */
  answer: z.string(),
});

type StoredRecord = Readonly<z.infer<typeof storedRecordSchema>>;

/** A record is valid until then: for 24 hours. */
export function expiryOf({ at }: StoredRecord): Date {
  return new Date(Date.parse(at) + lifetimeMs);
}

/**
 * Whether the call of a record still counts: its account is there, and not another one of the same
 * name, and the call was not taken back.
 */
export function hasCall(shards: Shards, record: StoredRecord): boolean {
  const account = shards.find(record.user_id);
  if (!account || account.id !== record.account_id) return false;
  return !hasEntry(account, reversalId(record.call_id));
}

/**
 * Idempotency records in files, each in the folder of the day (UTC) on which its call succeeded. In
 * the files of the accounts they would make every write longer.
 */
export interface RecordFiles {
  /** All records under a file name: one for each day that has such a file. */
  list(name: string): Promise<StoredRecord[]>;
  listAll(): AsyncIterable<StoredRecord>;
  /** Resolves when the record has reached the disk. */
  write(name: string, record: StoredRecord): Promise<void>;
  /** Removes the record of a call. */
  remove(name: string, callId: string): Promise<void>;
  /** Removes no more old folders, and resolves when none is being removed. */
  close(): Promise<void>;
}

/**
 * Opens a folder of records, which is made if it is not there.
 * @throws StoreError, as does every method
 */
export async function openRecordFiles(
  folder: string,
  removeEveryMs = 3_600_000,
): Promise<RecordFiles> {
  const { days, make, close } = await orStoreError(() => openDayFolders(folder, removeEveryMs));

  async function read(day: string, name: string): Promise<StoredRecord | undefined> {
    const text = await readIfThere(join(folder, day, `${name}.json`));
    if (text === undefined) return undefined;
    try {
      return storedRecordSchema.parse(JSON.parse(text));
    } catch {
      throw new StoreError(`answers/${day}/${name}.json in DATA_DIR is damaged. Remove it.`);
    }
  }

  return {
    list: (name) =>
      orStoreError(async () => {
        const records = await Promise.all([...days].map((day) => read(day, name)));
        return records.filter((record) => record !== undefined);
      }),
    async *listAll() {
      for (const day of days) {
        const names = await orStoreError(() => readdir(join(folder, day)));
        for (const name of names.filter((one) => one.endsWith('.json'))) {
          const record = await orStoreError(() => read(day, name.slice(0, -'.json'.length)));
          if (record) yield record;
        }
      }
    },
    write: (name, record) =>
      orStoreError(async () => {
        const day = record.at.slice(0, 10);
        await make(day);
        await replaceFile(join(folder, day, `${name}.json`), JSON.stringify(record));
      }),
    remove: (name, callId) =>
      orStoreError(async () => {
        for (const day of days) {
          if ((await read(day, name))?.call_id !== callId) continue;
          await rm(join(folder, day, `${name}.json`), { force: true });
          await flushFolder(join(folder, day));
        }
      }),
    close,
  };
}

async function readIfThere(path: string): Promise<string | undefined> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw error;
  }
}

async function orStoreError<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (cause) {
    if (cause instanceof StoreError) throw cause;
    throw new StoreError(
      'The answers in DATA_DIR cannot be read or written. Is there room on the disk?',
      { cause },
    );
  }
}

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
