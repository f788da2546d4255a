import { readFile, truncate } from 'node:fs/promises';
import { basename } from 'node:path';
import { StoreError } from '../../interfaces/errors.ts';
import { parseJournalLine, type JournalRecord } from './journal-line.ts';

/**
 * Reads segments of the journal, oldest first. A last line that a crash has left in pieces was never
 * confirmed, and is removed.
 * @throws StoreError where anything else is not what was written
 */
export async function readSegments(paths: readonly string[]): Promise<JournalRecord[]> {
  const records: JournalRecord[] = [];
  const all = await Promise.all(paths.map(async (path) => ({ path, bytes: await readFile(path) })));
  // One that could not be begun whole is empty, and the one before it was gone on with.
  const segments = all.filter(({ bytes }) => bytes.length > 0);
  for (const { path, bytes } of segments) {
    let start = 0;
    for (let line = 1; start < bytes.length; line += 1) {
      const newline = bytes.indexOf(0x0a, start);
      const end = newline < 0 ? bytes.length : newline;
      const found = newline < 0 ? undefined : parse(bytes.subarray(start, end), path);
      if (!found) {
        const isLast = path === segments.at(-1)?.path && end >= bytes.length - 1;
        if (!isLast || !isTorn(bytes.subarray(start))) throw damaged(path, line);
        await truncate(path, start);
        break;
      }
      for (const record of found) records.push(record);
      start = end + 1;
    }
  }
  return records;
}

function parse(line: Buffer, path: string): JournalRecord[] | undefined {
  try {
    return parseJournalLine(line);
  } catch (cause) {
    throw new StoreError(
      `${nameOf(path)} in DATA_DIR was made by a newer Altscribe. Start that. Nothing was changed.`,
      { cause },
    );
  }
}

/** A crash leaves a line without its end, or zeros where the disk had not got all of it. */
function isTorn(rest: Buffer): boolean {
  return rest.at(-1) !== 0x0a || rest.includes(0);
}

function damaged(path: string, line: number): StoreError {
  return new StoreError(
    `${nameOf(path)} in DATA_DIR is damaged: line ${line} is not what was written. ` +
      'Restore your own backup; or, to go on without them, remove that line and all after it. ' +
      'Nothing was changed.',
  );
}

function nameOf(path: string): string {
  return `journal/${basename(path)}`;
}
