import { statSync } from 'node:fs';
import { readdir, rm } from 'node:fs/promises';
import { basename, join } from 'node:path';
import pLimit from 'p-limit';
import { openAppendFile, type AppendFile } from '../append-file.ts';
import { flushFolder } from '../flush-folder.ts';
import { toJournalLine, type JournalRecord } from './journal-line.ts';
import { readSegments } from './read-segments.ts';

/**
 * All changes of accounts and logins that their files may not have yet, in the order in which they
 * were made. Changes of many files share one write and one flush; see `folding.ts` for what becomes
 * of them.
 */
export interface Journal {
  /** How many bytes there are in the present segment. */
  readonly size: number;
  /** Whether the last write failed. */
  readonly isFailing: boolean;
  /**
   * Resolves when the record has reached the disk. Records that come while others are being written
   * are written together.
   * @throws LineInDoubtError where nobody knows whether it has, else what the file system says
   */
  append(record: JournalRecord): Promise<void>;
  /** Begins another segment: what is appended from now on goes there. */
  rotate(): Promise<void>;
  /** Removes all segments before the present one. */
  removeOld(): Promise<void>;
  close(): Promise<void>;
}

/** Records that are written together. */
interface Batch {
  readonly records: JournalRecord[];
  readonly written: Promise<void>;
}

/**
 * Opens the journal in a folder; where it has no segment, one is made.
 * @returns it, and the records that it has, oldest first
 * @throws StoreError where it is damaged, else what the file system says
 */
export async function openJournal(
  folder: string,
): Promise<{ journal: Journal; records: readonly JournalRecord[] }> {
  const names = await listSegments(folder);
  const records = await readSegments(names.map((name) => join(folder, name)));
  let current = await openSegment(join(folder, names.pop() ?? segmentName(1)));
  let old = names.map((name) => join(folder, name));
  let next: Batch | undefined;
  let isFailing = false;
  /** One piece of work on the files at a time. */
  const limit = pLimit(1);

  function begin(): Batch {
    const batch: JournalRecord[] = [];
    const written = limit(async () => {
      next = undefined;
      try {
        await current.append(toJournalLine(batch));
        isFailing = false;
      } catch (error) {
        isFailing = true;
        throw error;
      }
    });
    return { records: batch, written };
  }

  return {
    records,
    journal: {
      get size() {
        return current.file.size;
      },
      get isFailing() {
        return isFailing;
      },
      append(record) {
        next ??= begin();
        next.records.push(record);
        return next.written;
      },
      rotate: () =>
        limit(async () => {
          await current.file.cutIfNeeded();
          const number = Number(basename(current.path, '.jsonl')) + 1;
          const fresh = await openSegment(join(folder, segmentName(number)));
          old.push(current.path);
          const { file } = current;
          current = fresh;
          await file.close();
        }),
      removeOld: () =>
        limit(async () => {
          if (old.length === 0) return;
          for (const path of old) await rm(path, { force: true });
          await flushFolder(folder);
          old = [];
        }),
      close: () => limit(() => current.file.close()),
    },
  };
}

/** The names of its segments, oldest first. Once there is a journal, there is always one. */
export async function listSegments(folder: string): Promise<string[]> {
  return (await readdir(folder)).filter((name) => /^\d{8}\.jsonl$/.test(name)).sort();
}

function segmentName(number: number): string {
  return `${String(number).padStart(8, '0')}.jsonl`;
}

/** One file of the journal, to be appended to. */
interface Segment {
  readonly path: string;
  readonly file: AppendFile;
  append(line: string): Promise<void>;
}

async function openSegment(path: string): Promise<Segment> {
  const file = await openAppendFile(path);
  const { dev, ino } = statSync(path);
  return {
    path,
    file,
    async append(line) {
      // Where the folder was moved away or removed, what is open is not what a restart finds.
      // At once: what the kernel knows anyway takes less time than to wait for another thread.
      const named = statSync(path);
      if (named.dev !== dev || named.ino !== ino) throw new Error('The journal was replaced.');
      await file.append(line);
    },
  };
}
