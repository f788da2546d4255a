import { mkdir, readdir, readFile, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { z } from 'zod';
import { StoreError } from '../interfaces/errors.ts';
import { flushFolder } from './flush-folder.ts';
import { replaceFile } from './replace-file.ts';

const dayMs = 86_400_000;

const storedRecord = z.object({
  owner_id: z.string(),
  key: z.string(),
  call_id: z.string(),
  user_id: z.string(),
  account_id: z.string().optional(),
  fingerprint: z.string(),
  at: z.string(),
  answer: z.string(),
});

/** An answer, with the key, the call and the account that it belongs to. */
export type StoredRecord = Readonly<z.infer<typeof storedRecord>>;

/**
 * Answers by name, in a folder for each day (UTC), which goes as a whole an hour or so after the day that
 * follows it.
 * In the files of the accounts they would make every write longer.
 */
export interface RecordFiles {
  /** All that is kept under a name: from different days, where there are several. */
  find(name: string): Promise<StoredRecord[]>;
  /** All that is kept under any name. */
  all(): AsyncIterable<StoredRecord>;
  /** Resolves when the answer has reached the disk. */
  write(name: string, kept: StoredRecord): Promise<void>;
  /** Removes the answer of a call. */
  remove(name: string, callId: string): Promise<void>;
  /** Removes no more old folders, and resolves when none is being removed. */
  close(): Promise<void>;
}

/** Opens a folder of answers, which is made if it is not there. What it throws is a StoreError. */
export async function openRecordFiles(
  folder: string,
  removeEveryMs = 3_600_000,
): Promise<RecordFiles> {
  const days = await orStoreError(async () => {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    await flushFolder(dirname(folder));
    return new Set((await readdir(folder)).filter((name) => /^\d{4}-\d\d-\d\d$/.test(name)));
  });
  let removing = Promise.resolve();
  // Not at once when a day begins or at the start: a clock that is wrong for a moment must not cost
  // the answers of today.
  const timer = setInterval(() => {
    removing = removing.then(removeOldDays);
  }, removeEveryMs);
  timer.unref();

  async function read(day: string, name: string): Promise<StoredRecord | undefined> {
    const text = await readIfThere(join(folder, day, `${name}.json`));
    if (text === undefined) return undefined;
    try {
      return storedRecord.parse(JSON.parse(text));
    } catch {
      throw new StoreError(`answers/${day}/${name}.json in DATA_DIR is damaged. Remove it.`);
    }
  }

  /** The folder of a day. */
  async function makeDay(at: string): Promise<string> {
    const day = at.slice(0, 10);
    if (!days.has(day)) {
      await mkdir(join(folder, day), { recursive: true, mode: 0o700 });
      await flushFolder(folder);
      days.add(day);
    }
    return join(folder, day);
  }

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
    find: (name) =>
      orStoreError(async () => {
        const all = await Promise.all([...days].map((day) => read(day, name)));
        return all.filter((kept) => kept !== undefined);
      }),
    async *all() {
      for (const day of days) {
        const names = await orStoreError(() => readdir(join(folder, day)));
        for (const name of names.filter((one) => one.endsWith('.json'))) {
          const kept = await orStoreError(() => read(day, name.slice(0, -'.json'.length)));
          if (kept) yield kept;
        }
      }
    },
    write: (name, kept) =>
      orStoreError(async () => {
        const day = await makeDay(kept.at);
        await replaceFile(join(day, `${name}.json`), JSON.stringify(kept));
      }),
    remove: (name, callId) =>
      orStoreError(async () => {
        for (const day of days) {
          if ((await read(day, name))?.call_id !== callId) continue;
          await rm(join(folder, day, `${name}.json`), { force: true });
          await flushFolder(join(folder, day));
        }
      }),
    close() {
      clearInterval(timer);
      return removing;
    },
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
