import { crc32 } from 'node:zlib';
import { z } from 'zod';
import { differenceSchema } from './difference.ts';

const journalRecord = z.object({
  folder: z.string(),
  file: z.string(),
  revision: z.int().min(1),
  changes: z.array(z.tuple([z.string(), differenceSchema.nullable()])),
});

/** What one write changes in one file of accounts or logins. */
export interface JournalRecord {
  /** The folder of the file: `accounts` or `logins`. */
  readonly folder: string;
  /** The file's name without its ending. */
  readonly file: string;
  /** Of the file after the write: each write of it counts one. */
  readonly revision: number;
  /** By `user_id`; null where what the user had is removed. */
  readonly changes: readonly (readonly [string, z.infer<typeof differenceSchema> | null])[];
}

/** Writes records that are flushed together as one line, which counts as a whole or not at all. */
export function toJournalLine(records: readonly JournalRecord[]): string {
  const json = JSON.stringify(records);
  return `${sumOf(json)} ${json}`;
}

/**
 * Reads a line. Returns nothing where it is not what was written.
 * @throws Error where this version does not know what it says
 */
export function parseJournalLine(line: Buffer): JournalRecord[] | undefined {
  const json = line.subarray(9);
  if (line.toString('latin1', 0, 9) !== `${sumOf(json)} `) return undefined;
  return z.array(journalRecord).parse(JSON.parse(json.toString('utf8')));
}

function sumOf(text: string | Buffer): string {
  return crc32(text).toString(16).padStart(8, '0');
}
