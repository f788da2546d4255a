import { appendFile, mkdir, readdir, readFile, rename, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { StoreError } from '../../../../../../service/storage/interfaces/errors.ts';
import { openJournal } from '../../../../../../service/storage/lowdb/journal/journal.ts';
import type { JournalRecord } from '../../../../../../service/storage/lowdb/journal/journal-line.ts';
import { temporaryFolder } from '../../../../../support/temporary-folder.ts';

const record = (revision: number): JournalRecord => ({
  ...{ folder: 'accounts', file: '1a2', revision },
  changes: [['ä@example.com', { credits_available: { set: revision } }]],
});

async function newFolder(): Promise<string> {
  const folder = join(await temporaryFolder(), 'journal');
  await mkdir(folder);
  return folder;
}

async function open(folder: string) {
  const opened = await openJournal(folder);
  onTestFinished(() => opened.journal.close());
  return opened;
}

/** A folder with three lines in one segment, and the path of that. */
async function withThree() {
  const folder = await newFolder();
  const { journal } = await open(folder);
  for (const revision of [1, 2, 3]) await journal.append(record(revision));
  return { folder, path: join(folder, '00000001.jsonl') };
}

const revisions = async (folder: string) =>
  (await open(folder)).records.map(({ revision }) => revision);

test('what was appended is there when it is opened again, in its order', async () => {
  const { folder, path } = await withThree();
  expect((await open(folder)).records).toEqual([1, 2, 3].map(record));
  expect((await stat(path)).mode & 0o777).toBe(0o600);
});

test('what comes while another record is being written is one line', async () => {
  const folder = await newFolder();
  const { journal } = await open(folder);
  const first = journal.append(record(1));
  await new Promise((resolve) => setImmediate(resolve));
  await Promise.all([first, ...[2, 3, 4].map((revision) => journal.append(record(revision)))]);
  const text = await readFile(join(folder, '00000001.jsonl'), 'utf8');
  expect(text.trimEnd().split('\n')).toHaveLength(2);
  expect(await revisions(folder)).toEqual([1, 2, 3, 4]);
});

test.each([
  ['cut short', (bytes: Buffer) => bytes.subarray(0, -20)],
  ['without its end', (bytes: Buffer) => bytes.subarray(0, -1)],
  [
    'zeros at the end',
    (bytes: Buffer) => Buffer.concat([bytes.subarray(0, -20), Buffer.alloc(20)]),
  ],
  [
    'zeros in the middle',
    (bytes: Buffer) => Buffer.from(bytes).fill(0, bytes.length - 40, bytes.length - 20),
  ],
])('a last line that is %s was never confirmed, and is removed', async (_how, harm) => {
  const { folder, path } = await withThree();
  await writeFile(path, harm(await readFile(path)));
  const { journal, records } = await open(folder);
  expect(records).toEqual([1, 2].map(record));
  await journal.append(record(3));
  expect(await revisions(folder)).toEqual([1, 2, 3]);
});

test.each([
  ['the first', 1, () => 20],
  ['the last', 3, (bytes: Buffer) => bytes.length - 20],
])('a byte of %s line that has changed stops the start', async (_which, line, position) => {
  const { folder, path } = await withThree();
  const bytes = await readFile(path);
  const at = position(bytes);
  bytes[at] = (bytes[at] ?? 0) ^ 1;
  await writeFile(path, bytes);
  const opening = openJournal(folder);
  await expect(opening).rejects.toThrow(StoreError);
  await expect(opening).rejects.toThrow(`00000001.jsonl in DATA_DIR is damaged: line ${line} `);
  expect(await readFile(path)).toEqual(bytes);
});

test('a line in pieces that is not the last stops the start', async () => {
  const { folder, path } = await withThree();
  const whole = await readFile(path);
  await appendFile(path, '0123456');
  await writeFile(join(folder, '00000002.jsonl'), whole);
  await expect(openJournal(folder)).rejects.toThrow(
    '00000001.jsonl in DATA_DIR is damaged: line 4 ',
  );
  // As after a segment that could not be begun: the one before is the last in fact.
  await writeFile(join(folder, '00000002.jsonl'), '');
  expect(await revisions(folder)).toEqual([1, 2, 3]);
});

test('once rotated, new records are in another segment, and the old ones can be removed', async () => {
  const { folder } = await withThree();
  const { journal } = await open(folder);
  const appended = journal.append(record(4));
  await journal.rotate();
  await appended;
  expect(journal.size).toBe(0);
  await journal.append(record(5));
  expect(await revisions(folder)).toEqual([1, 2, 3, 4, 5]);
  await journal.removeOld();
  expect(await readdir(folder)).toEqual(['00000002.jsonl']);
  expect(await revisions(folder)).toEqual([5]);
});

test('what cannot be written rejects all who share the line, and is not there later', async () => {
  const { folder } = await withThree();
  const { journal } = await open(folder);
  await rename(folder, `${folder}.away`);
  const outcomes = await Promise.allSettled([4, 5].map((n) => journal.append(record(n))));
  expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  await rename(`${folder}.away`, folder);
  await journal.append(record(6));
  expect(await revisions(folder)).toEqual([1, 2, 3, 6]);
});
