import { basename, dirname, join } from 'node:path';
import pLimit from 'p-limit';
import { changeSchema } from '../change-schema.ts';
import { requireReadable } from '../checks.ts';
import { StoreError } from '../interfaces/errors.ts';
import { changeDays, type Change, type ChangeLog } from '../interfaces/usage-log.ts';
import { openDatedFiles } from './dated-files.ts';
import { appendLines, flush, makeFolder, orStoreError, readLines } from './files.ts';
import { createSnapshotLock } from './snapshot-lock.ts';

const notPossible = 'The changes in DATA_DIR cannot be read or written.';

export type ChangeFiles = Awaited<ReturnType<typeof openChangeFiles>>;

/**
 * Opens a folder with a file for each day (UTC) and a change in each line. It is created if it does
 * not exist.
 * @throws StoreError, as does every method
 */
export async function openChangeFiles(
  folder: string,
  lock = createSnapshotLock(),
  removeEveryMs = 3_600_000,
) {
  const oneAtATime = pLimit(1);
  const files = await orStoreError(notPossible, () =>
    openDatedFiles(folder, lock, changeDays, removeEveryMs),
  );

  /** All changes, newest first. */
  async function* all(): AsyncIterable<Change> {
    for (const name of (await files.list()).reverse()) {
      const path = join(folder, name);
      for (const line of (await readLines(path)).reverse()) yield parse(line, path);
    }
  }

  const log: ChangeLog = {
    async addChange(change) {
      requireReadable(changeSchema, change);
      const path = join(folder, `${change.at.slice(0, 10)}.jsonl`);
      await oneAtATime(() =>
        orStoreError(notPossible, () =>
          lock.write(async () => {
            if (await makeFolder(folder)) await flush(dirname(folder));
            await appendLines(path, [change], true);
          }),
        ),
      );
    },

    listChanges: ({ limit: most, after, action, about }) =>
      orStoreError(notPossible, async () => {
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
  };
  return {
    ...log,
    all,
    /** Waits for changes being written, and ends the removal of old files. */
    async close() {
      await files.close();
      await oneAtATime(() => Promise.resolve());
    },
  };
}

function parse(line: string, path: string): Change {
  try {
    return changeSchema.parse(JSON.parse(line));
  } catch {
    throw new StoreError(
      `changes/${basename(path)} in DATA_DIR is damaged: one of its lines is not a change. Remove ` +
        'that line, or restore your own backup.',
    );
  }
}
