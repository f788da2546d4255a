import { readdir, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import * as z from 'zod';
import { StoreError } from '../interfaces/errors.ts';
import { migrationCopy } from './data-dir.ts';
import { DamagedFileError, durableJsonFile, formatVersion } from './durable-json-file.ts';
import { flush, ifThere, makeFolder, orStoreError } from './files.ts';
import { storedLogin } from './logins.ts';
import { storedAccount } from './shard-data.ts';

/*
 * Development versions between 0.1.0 and 0.2.0 wrote changes to a journal before they wrote them to
 * the files. This brings such a folder into files alone, as 0.1.0 has them.
 */

const folders = ['accounts', 'logins'] as const;

/** The change of one field: another value, another end of a list, or its removal. */
type FieldChange = { set: unknown } | { keep: number; add: unknown[] } | { unset: true };

/** The change of a file, whose revision it raises by one. */
interface JournalRecord {
  readonly folder: (typeof folders)[number];
  /** The file's name without its extension. */
  readonly file: string;
  readonly revision: number;
  /** By `user_id`; null if the user's data are removed. */
  readonly changes: readonly [string, Record<string, FieldChange> | null][];
}

const journalVersion = 2;

/** A file of a version with a journal, or of 0.1.0. */
const oldFileSchema = z.object({
  version: z.int(),
  revision: z.int().min(0).default(0),
  accounts: z.record(z.string(), z.looseObject({})),
});

type OldFile = z.infer<typeof oldFileSchema>;

/**
 * Brings the changes in a journal into the files of a DATA_DIR, and keeps the folders as they were in
 * `altscribe.before-migration`. If it is interrupted, the next start begins again from there.
 * @throws StoreError if the journal is damaged or gone
 */
export async function migrateJournal(dataDir: string): Promise<void> {
  const journal = join(dataDir, 'journal');
  if ((await listSegments(journal)).length === 0) return refuseWithoutJournal(dataDir);
  await orStoreError(
    'The journal in DATA_DIR cannot be brought into the files. Is there room on the disk?',
    async () => {
      const copy = join(dataDir, migrationCopy);
      const files = await replay(dataDir, await namesIn(copy));
      // A copy that an earlier version did not finish.
      await rm(`${copy}.new`, { recursive: true, force: true });
      await makeFolder(copy);
      for (const folder of folders) {
        if ((await namesIn(copy)).includes(folder)) continue;
        await rename(join(dataDir, folder), join(copy, folder));
        await flush(copy);
        await makeFolder(join(dataDir, folder));
      }
      await flush(dataDir);
      for (const [name, { accounts }] of files) {
        const file = durableJsonFile(join(dataDir, name), z.unknown());
        await file.writeWithoutCopy({ version: formatVersion, accounts });
      }
      // Last: while it is here, the migration has not ended.
      await rm(join(copy, 'journal'), { recursive: true, force: true });
      await rename(journal, join(copy, 'journal'));
      await flush(dataDir);
    },
  );
}

/**
 * All files by path, with the changes in the journal.
 * @param moved the folders that an interrupted migration has already moved
 */
async function replay(dataDir: string, moved: readonly string[]): Promise<Map<string, OldFile>> {
  const files = new Map<string, OldFile>();
  for (const folder of folders) {
    const path = join(dataDir, moved.includes(folder) ? migrationCopy : '', folder);
    for (const name of (await namesIn(path)).filter((one) => one.endsWith('.json'))) {
      const file = await durableJsonFile(join(path, name), oldFileSchema, journalVersion).read();
      if (file) files.set(`${folder}/${name}`, file);
    }
  }
  for (const record of await readJournal(join(dataDir, 'journal'))) {
    const name = `${record.folder}/${record.file}.json`;
    const file = files.get(name) ?? { version: journalVersion, revision: 0, accounts: {} };
    if (record.revision <= file.revision) continue;
    if (record.revision !== file.revision + 1) throw unrelated(name);
    files.set(name, withRecord(file, record));
  }
  for (const [name, { accounts }] of files) {
    const schema = name.startsWith('accounts/') ? storedAccount : storedLogin;
    if (!z.record(z.string(), schema).safeParse(accounts).success) throw unrelated(name);
  }
  return files;
}

/** A file after the changes of a record. */
function withRecord(file: OldFile, { revision, changes }: JournalRecord): OldFile {
  const accounts = new Map(Object.entries(file.accounts));
  for (const [userId, change] of changes) {
    const fields = new Map(Object.entries(accounts.get(userId) ?? {}));
    for (const [field, how] of Object.entries(change ?? {})) {
      if ('unset' in how) fields.delete(field);
      else if ('set' in how) fields.set(field, how.set);
      else fields.set(field, [...(fields.get(field) as unknown[]).slice(0, how.keep), ...how.add]);
    }
    if (change) accounts.set(userId, Object.fromEntries(fields));
    else accounts.delete(userId);
  }
  return { version: journalVersion, revision, accounts: Object.fromEntries(accounts) };
}

/**
 * All records, oldest first. A last line that a crash left unfinished was never confirmed.
 * @throws StoreError if any other line is damaged
 */
async function readJournal(folder: string): Promise<JournalRecord[]> {
  const segments: { name: string; lines: string[] }[] = [];
  for (const name of await listSegments(folder)) {
    const text = await readFile(join(folder, name), 'utf8');
    if (text !== '') segments.push({ name, lines: text.split('\n') });
  }
  return segments.flatMap(({ name, lines }, index) => {
    const isLast = index === segments.length - 1;
    if (isLast || lines.at(-1) === '') lines.pop();
    // The disk may not have all of the line yet: there are zeros in its place.
    if (isLast && lines.at(-1)?.includes('\0')) lines.pop();
    return lines.flatMap((line, number) => parseLine(line) ?? throwDamaged(name, number + 1));
  });
}

/** A line is the CRC-32 of its JSON, a space, and the JSON. */
function parseLine(line: string): JournalRecord[] | undefined {
  const json = line.slice(9);
  if (line.slice(0, 9) !== `${crc32(json).toString(16).padStart(8, '0')} `) return undefined;
  return JSON.parse(json) as JournalRecord[];
}

function throwDamaged(segment: string, line: number): never {
  throw new StoreError(
    `journal/${segment} in DATA_DIR is damaged: line ${line} was changed. Restore your own backup; ` +
      'or, to go on without them, remove that line and all after it. Nothing was changed.',
  );
}

/** @throws StoreError if a file says that there was a journal */
async function refuseWithoutJournal(dataDir: string): Promise<void> {
  const path = join(dataDir, 'accounts', '000.json');
  const reading = durableJsonFile(path, oldFileSchema, journalVersion).read();
  const file = await reading.catch((error: unknown) => {
    // A damaged file takes its accounts out of service, and not the service.
    if (error instanceof DamagedFileError) return null;
    throw error;
  });
  if (file?.version !== journalVersion) return;
  throw new StoreError(
    'The journal in DATA_DIR is gone: it has the newest changes. Put the files in the folder ' +
      'journal back, or restore your own backup. To go on without those changes, make an empty ' +
      'file journal/00000001.jsonl. Nothing was changed.',
  );
}

function unrelated(file: string): StoreError {
  return new StoreError(
    `${file} in DATA_DIR does not fit the journal, which continues another version of it: put that ` +
      'back, or restore your own backup. To go on without all changes in the journal, empty the ' +
      'files in DATA_DIR/journal. Nothing was changed.',
  );
}

async function listSegments(folder: string): Promise<string[]> {
  return (await namesIn(folder)).filter((name) => /^\d{8}\.jsonl$/.test(name)).sort();
}

function namesIn(folder: string): Promise<string[]> {
  return ifThere(readdir(folder), []);
}
