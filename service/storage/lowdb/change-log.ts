import { mkdir, readdir, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import pLimit from 'p-limit';
import { z } from 'zod';
import { changeDays, type Change, type ChangeLog } from '../interfaces/usage-log.ts';
import { StoreError } from '../interfaces/errors.ts';
import {
  openAppendFile,
  readLinesBackwards,
  type AppendFile,
  flushFolder,
} from './durable-json-file.ts';

const storedChange: z.ZodType<Change> = z.object({
  id: z.string(),
  at: z.string(),
  actor: z.string(),
  action: z.string(),
  user_id: z.string().nullable(),
  details: z.record(z.string(), z.union([z.string(), z.number(), z.null()])),
});

/** The log of changes in files, one for each day (UTC), with a change in each line. */
export interface ChangeFiles extends ChangeLog {
  /** All changes, newest first. */
  all(): AsyncIterable<Change>;
  /** Waits for what is being written, and removes no more old files. */
  close(): Promise<void>;
}

/**
 * Opens a folder of changes, which is made if it is not there.
 * @throws StoreError, as does every method
 */
export async function openChangeFiles(
  folder: string,
  removeEveryMs = 3_600_000,
): Promise<ChangeFiles> {
  const days = await orStoreError(async () => {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    await flushFolder(dirname(folder));
    return new Set((await readdir(folder)).flatMap(dayOf));
  });
  /** One piece of work on the files at a time. */
  const limit = pLimit(1);
  let current: { day: string; file: AppendFile } | undefined;
  // Not at the start: a clock that is wrong for a moment must not cost what is in the log.
  const timer = setInterval(() => void limit(removeOld), removeEveryMs);
  timer.unref();

  async function fileOf(day: string): Promise<AppendFile> {
    if (current?.day === day) return current.file;
    await current?.file.close();
    current = undefined;
    const file = await openAppendFile(join(folder, `${day}.jsonl`));
    current = { day, file };
    days.add(day);
    return file;
  }

  async function removeOld(): Promise<void> {
    const oldest = new Date(Date.now() - changeDays * 86_400_000).toISOString().slice(0, 10);
    for (const day of [...days].filter((one) => one < oldest && one !== current?.day)) {
      await rm(join(folder, `${day}.jsonl`), { force: true }).then(
        () => days.delete(day),
        () => undefined,
      );
    }
  }

  async function* all(): AsyncIterable<Change> {
    for (const day of [...days].toSorted().toReversed()) {
      const path = join(folder, `${day}.jsonl`);
      for await (const line of readLinesBackwards(path)) yield parse(line, path);
    }
  }

  return {
    addChange: (change) =>
      limit(() =>
        orStoreError(async () => {
          const file = await fileOf(change.at.slice(0, 10));
          await file.append(JSON.stringify(change));
        }),
      ),

    listChanges: ({ limit: most, after, action, about }) =>
      orStoreError(async () => {
        const page: Change[] = [];
        let isAfter = after === undefined;
        for await (const change of all()) {
          if (page.length >= most) break;
          const isAbout = about === undefined || [change.user_id, change.actor].includes(about);
          const isOfAction = action === undefined || change.action === action;
          if (isAfter && isAbout && isOfAction) page.push(change);
          isAfter ||= change.id === after;
        }
        return page;
      }),

    all,

    async close() {
      clearInterval(timer);
      await limit(async () => current?.file.close());
    },
  };
}

function dayOf(file: string): string[] {
  const [, day] = /^(\d{4}-\d\d-\d\d)\.jsonl$/.exec(file) ?? [];
  return day === undefined ? [] : [day];
}

function parse(line: string, path: string): Change {
  try {
    return storedChange.parse(JSON.parse(line));
  } catch {
    throw new StoreError(
      `changes/${basename(path)} in DATA_DIR is damaged: a line of it is no change. Remove that ` +
        'line, or restore your own backup.',
    );
  }
}

async function orStoreError<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (cause) {
    if (cause instanceof StoreError) throw cause;
    throw new StoreError('The changes in DATA_DIR cannot be read or written.', { cause });
  }
}
