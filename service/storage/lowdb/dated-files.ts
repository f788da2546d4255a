import { readdir, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { flush, ifThere, makeFolder } from './files.ts';
import type { SnapshotLock } from './snapshot-lock.ts';

const dayMs = 86_400_000;

/**
 * Finds files or folders named after a day (UTC), such as `2026-11-20.jsonl`, and removes old ones.
 * Their folder is created if it does not exist.
 * @param daysKept how many days before today they are kept
 */
export async function openDatedFiles(
  folder: string,
  lock: SnapshotLock,
  daysKept: number,
  removeEveryMs: number,
) {
  await makeFolder(folder);
  await flush(dirname(folder));
  let removing = Promise.resolve();
  // Not at the start: today's files must survive a clock that is wrong for a moment.
  const timer = setInterval(() => {
    removing = removing.then(removeOld).catch(() => undefined);
  }, removeEveryMs);
  timer.unref();

  /** Their names, oldest first. */
  async function list(): Promise<string[]> {
    const names = await ifThere(readdir(folder), []);
    return names.filter((name) => /^\d{4}-\d\d-\d\d(\.\w+)?$/.test(name)).sort();
  }

  async function removeOld(): Promise<void> {
    const oldest = new Date(Date.now() - daysKept * dayMs).toISOString().slice(0, 10);
    for (const name of (await list()).filter((one) => one < oldest)) {
      await lock.write(() => rm(join(folder, name), { recursive: true, force: true }));
    }
  }

  return {
    list,
    /** Ends the removal of old ones. */
    close() {
      clearInterval(timer);
      return removing;
    },
  };
}
