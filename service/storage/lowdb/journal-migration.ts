import { copyFile, link, mkdir, readdir, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import { z } from 'zod';
import { StoreError } from '../interfaces/errors.ts';
import {
  durableJsonFile,
  formatVersion,
  codeOf,
  hasNoLinks,
  flushFolder,
} from './durable-json-file.ts';
import { loginShardSchema } from './login-data.ts';
import { shardSchema } from './shard-data.ts';

/*
 * Development versions between 0.1.0 and 0.2.0 wrote changes to a journal before they wrote them to
 * the files. This brings such a folder into files alone, as 0.1.0 has them.
 */

/** Keeps accounts, logins and journal as they were; the operator may remove it. */
export const migrationCopy = 'altscribe.before-migration';

const folders = { accounts: shardSchema, logins: loginShardSchema } as const;

/** What became of one field: another value, another end of a list, or nothing at all. */
const fieldSchema = z.union([
  z.strictObject({ keep: z.int().min(1), add: z.array(z.unknown()) }),
  z.strictObject({ set: z.unknown() }),
  z.strictObject({ unset: z.literal(true) }),
]);

const recordSchema = z.object({
  folder: z.string(),
  /** The file's name without its ending. */
  file: z.string(),
  /** Of the file after this change: each change of it counts one. */
  revision: z.int().min(1),
  /** By `user_id`; null where what the user had is removed. */
  changes: z.array(z.tuple([z.string(), z.record(z.string(), fieldSchema).nullable()])),
});

type JournalRecord = z.infer<typeof recordSchema>;

const journalVersion = 2;

/** A file of a version with a journal, or of 0.1.0. */
const oldFileSchema = z.object({
  version: z.int(),
  revision: z.int().min(0).default(0),
  accounts: z.record(z.string(), z.looseObject({})),
});

/**
 * Brings what a journal has into the files of a DATA_DIR, and leaves the folder as it was in
 * `altscribe.before-migration`. Nothing happens where there is no journal. It may be interrupted at
 * any time: the next start does all of it again, from that copy.
 * @throws StoreError where the journal is damaged, or gone
 */
export async function migrateJournal(dataDir: string): Promise<void> {
  const segments = await listSegments(join(dataDir, 'journal'));
  if (segments.length === 0) return requireNoJournal(dataDir);
  try {
    await migrate(dataDir);
  } catch (cause) {
    if (cause instanceof StoreError) throw cause;
    throw new StoreError(
      'The journal in DATA_DIR cannot be brought into the files. Is there room on the disk?',
      { cause },
    );
  }
}

async function migrate(dataDir: string): Promise<void> {
  const copy = join(dataDir, migrationCopy);
  if (!(await namesIn(dataDir)).includes(migrationCopy)) await keepCopy(dataDir, copy);
  const records = await readJournal(join(copy, 'journal'));
  for (const folder of ['accounts', 'logins'] as const) {
    const ofFolder = records.filter((record) => record.folder === folder);
    await migrateFolder(folder, join(copy, folder), join(dataDir, folder), ofFolder);
  }
  await rm(join(dataDir, 'journal'), { recursive: true });
  await flushFolder(dataDir);
}

async function migrateFolder(
  folder: keyof typeof folders,
  from: string,
  to: string,
  records: readonly JournalRecord[],
): Promise<void> {
  const recordsOf = new Map<string, JournalRecord[]>();
  for (const name of await namesIn(from)) {
    if (name.endsWith('.json')) recordsOf.set(name, []);
  }
  for (const record of records) {
    const name = `${record.file}.json`;
    recordsOf.set(name, [...(recordsOf.get(name) ?? []), record]);
  }
  for (const [name, ofFile] of recordsOf) {
    const old = await durableJsonFile(join(from, name), oldFileSchema, journalVersion).read();
    const missing = ofFile.filter(({ revision }) => revision > (old?.revision ?? 0));
    if (old?.version === formatVersion && missing.length === 0) continue;
    const accounts = new Map(Object.entries(old?.accounts ?? {}));
    let next = (old?.revision ?? 0) + 1;
    for (const { revision, changes } of missing) {
      if (revision !== next++) throw unrelated(`${folder}/${name}`);
      for (const [userId, difference] of changes) {
        if (!difference) accounts.delete(userId);
        else
          accounts.set(
            userId,
            withDifference(accounts.get(userId), difference, `${folder}/${name}`),
          );
      }
    }
    const data = { version: formatVersion, accounts: Object.fromEntries(accounts) };
    if (!folders[folder].safeParse(data).success) throw unrelated(`${folder}/${name}`);
    await durableJsonFile(join(to, name), z.unknown()).writeWithoutCopy(data);
  }
}

/** Makes what an account was after a change of what it was before. */
function withDifference(
  before: object | undefined,
  difference: NonNullable<JournalRecord['changes'][number][1]>,
  file: string,
): Record<string, unknown> {
  const fields = new Map<string, unknown>(Object.entries(before ?? {}));
  for (const [name, change] of Object.entries(difference)) {
    if ('unset' in change) fields.delete(name);
    else if ('set' in change) fields.set(name, change.set);
    else {
      const list = fields.get(name);
      if (!Array.isArray(list) || list.length < change.keep) throw unrelated(file);
      fields.set(name, [...(list as unknown[]).slice(0, change.keep), ...change.add]);
    }
  }
  return Object.fromEntries(fields);
}

/**
 * All records, oldest first. A last line that a crash has left in pieces was never confirmed.
 * @throws StoreError where anything else is not what was written
 */
async function readJournal(folder: string): Promise<JournalRecord[]> {
  const segments = (
    await Promise.all(
      (await listSegments(folder)).map(async (name) => ({
        name,
        lines: (await readFile(join(folder, name), 'utf8')).split('\n'),
      })),
    )
  )
    // One that could not be begun is empty, and the one before it was gone on with.
    .filter(({ lines }) => lines.length > 1 || lines[0] !== '');
  return segments.flatMap(({ name, lines }) => {
    const isLast = name === segments.at(-1)?.name;
    return lines.flatMap((line, index) => {
      const records = parseLine(line);
      if (records) return records;
      const isEnd = index === lines.length - 1;
      // A crash leaves a line without its end, or zeros where the disk had not got all of it.
      const isTorn = isEnd || (index === lines.length - 2 && line.includes('\0'));
      if ((isEnd && line === '') || (isLast && isTorn)) return [];
      throw new StoreError(
        `journal/${name} in DATA_DIR is damaged: line ${index + 1} is not what was written. Restore ` +
          'your own backup; or, to go on without them, remove that line and all after it. Nothing ' +
          'was changed.',
      );
    });
  });
}

/** A line is the CRC-32 of its JSON, a space, and the JSON. */
function parseLine(line: string): JournalRecord[] | undefined {
  const json = line.slice(9);
  if (line.slice(0, 9) !== `${crc32(json).toString(16).padStart(8, '0')} `) return undefined;
  return z.array(recordSchema).safeParse(JSON.parse(json)).data;
}

async function keepCopy(dataDir: string, copy: string): Promise<void> {
  const unfinished = `${copy}.new`;
  await rm(unfinished, { recursive: true, force: true });
  for (const folder of ['accounts', 'logins', 'journal']) {
    await mkdir(join(unfinished, folder), { recursive: true, mode: 0o700 });
    for (const name of await namesIn(join(dataDir, folder))) {
      const paths = [join(dataDir, folder, name), join(unfinished, folder, name)] as const;
      // A second name is enough: files are replaced and never changed.
      await link(...paths).catch((error: unknown) => {
        if (!hasNoLinks(error)) throw error;
        return copyFile(...paths);
      });
    }
    await flushFolder(join(unfinished, folder));
  }
  await rename(unfinished, copy);
  await flushFolder(dataDir);
}

/** @throws StoreError where a file says that there was a journal */
async function requireNoJournal(dataDir: string): Promise<void> {
  const marked = join(dataDir, 'accounts', '000.json');
  const file = await durableJsonFile(
    marked,
    z.looseObject({ version: z.int() }),
    journalVersion,
  ).read();
  if (file?.version !== journalVersion) return;
  throw new StoreError(
    'The journal in DATA_DIR is gone: it has the newest changes. Put the files in the folder ' +
      'journal back, or restore your own backup. To go on without those changes, make an empty ' +
      'file journal/00000001.jsonl. Nothing was changed.',
  );
}

function unrelated(file: string): StoreError {
  return new StoreError(
    `${file} in DATA_DIR is not the file that the journal goes on from: put that back, or restore ` +
      'your own backup. To go on without all changes in the journal, empty the files in ' +
      'DATA_DIR/journal. Nothing was changed.',
  );
}

async function listSegments(folder: string): Promise<string[]> {
  return (await namesIn(folder)).filter((name) => /^\d{8}\.jsonl$/.test(name)).sort();
}

async function namesIn(folder: string): Promise<string[]> {
  return readdir(folder).catch((error: unknown) => {
    if (codeOf(error) === 'ENOENT') return [];
    throw error;
  });
}
