import { mkdir, readdir, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { flushFolder } from './flush-folder.ts';

const dayMs = 86_400_000;

/** A folder that holds one folder for each day (UTC, `2026-11-20`). */
export interface DayFolders {
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
export async function openDayFolders(folder: string, removeEveryMs: number): Promise<DayFolders> {
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
