import pLimit from 'p-limit';
import { StoreError } from '../../interfaces/errors.ts';
import type { ShardFiles } from '../shard-files.ts';
import type { WriteGate } from '../write-gate.ts';
import type { Journal } from './journal.ts';

/** Above this size of the journal's present segment its changes are folded into the files, in bytes. */
const maxBytes = 8 * 1024 * 1024;

/** So that what has changed or ended is not in the journal much longer than in the files. */
const foldEveryMs = 3_600_000;

/** How many files are written at once: few, since calls go on meanwhile. */
const writesAtOnce = 4;

/** Brings what the journal has into the files: when it has grown large, every hour, and at the end. */
export interface Folding {
  /**
   * Writes every file of which the journal has more, and removes what it had, so that nothing holds
   * what has been removed.
   * @throws StoreError where that fails; the journal has everything then as before
   */
  forgetRemoved(): Promise<void>;
  /** Does so in the background where the journal has grown large. */
  foldIfLarge(): void;
  /** Does so a last time. What cannot be written stays in the journal, for the next start. */
  close(): Promise<void>;
}

export function createFolding(
  journal: Journal,
  files: readonly Pick<ShardFiles<unknown>, 'ahead'>[],
  gate: Pick<WriteGate, 'pass'>,
): Folding {
  const oneAtATime = pLimit(1);
  /** One that has not begun yet: it will have all that is in the journal now. */
  let next: Promise<void> | undefined;
  let isFolding = false;

  async function foldNow(): Promise<void> {
    if (journal.size > 0) await gate.pass(journal.rotate);
    const limit = pLimit(writesAtOnce);
    const ahead = files.flatMap((one) => one.ahead());
    const writes = ahead.map((shard) => limit(() => gate.pass(shard.fold)));
    for (const outcome of await Promise.allSettled(writes)) {
      if (outcome.status === 'rejected') throw outcome.reason;
    }
    await gate.pass(journal.removeOld);
  }

  async function foldInBackground(): Promise<void> {
    if (isFolding) return;
    isFolding = true;
    // What could not be folded is folded the next time.
    await fold().catch(() => undefined);
    isFolding = false;
  }

  function fold(): Promise<void> {
    next ??= oneAtATime(() => {
      next = undefined;
      return foldNow();
    });
    return next;
  }

  const timer = setInterval(() => void foldInBackground(), foldEveryMs);
  timer.unref();

  return {
    forgetRemoved: () =>
      fold().catch((cause: unknown) => {
        throw new StoreError(
          'What was to be removed is removed, but files in DATA_DIR still hold it. Is there room on ' +
            'the disk? Remove it once more then.',
          { cause },
        );
      }),
    foldIfLarge() {
      if (journal.size >= maxBytes) void foldInBackground();
    },
    async close() {
      clearInterval(timer);
      await fold().catch(() => undefined);
    },
  };
}
