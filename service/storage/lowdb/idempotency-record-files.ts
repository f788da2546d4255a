import { readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { StoreError } from '../interfaces/errors.ts';
import { openDayFolders } from './day-folders.ts';
import { flushFolder } from './flush-folder.ts';
import { replaceFile } from './replace-file.ts';
import { storedRecordSchema, type StoredRecord } from './stored-record.ts';

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
