import { cp, mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { openLowdbAccountStore } from '../../../../../service/storage/lowdb/account-store.ts';
import { owner } from '../../../../fixtures/fill.ts';
import { temporaryFolder } from '../../../../support/temporary-folder.ts';

/** A development version filled it, and was killed: half of it is in the journal only. */
const fixture = join(import.meta.dirname, '../../../../fixtures/journal/files');
const journal = 'journal/00000003.jsonl';
const copy = 'altscribe.before-migration';
/** After everything that the fixture holds: the credits of the owner. */
const credits = 98;

let folder: string;

beforeEach(async () => {
  folder = await temporaryFolder();
  await cp(fixture, folder, { recursive: true });
});

async function open() {
  const store = await openLowdbAccountStore(folder);
  onTestFinished(() => store.close());
  return store;
}

async function expectAll(): Promise<void> {
  const store = await openLowdbAccountStore(folder);
  expect((await store.findAccount(owner))?.credits_available).toBe(credits);
  expect(await store.countAccounts()).toBe(2);
  expect(await store.listImbalances()).toEqual([]);
  await store.close();
}

/** The data that 0.1.0 reads from a folder. */
async function readAll(name: string): Promise<unknown[]> {
  const files = (await readdir(join(folder, name))).filter((file) => file.endsWith('.json'));
  const texts = files.map((file) => readFile(join(folder, name, file), 'utf8'));
  return (await Promise.all(texts)).map((text) => JSON.parse(text) as unknown);
}

async function changeJournal(change: (text: string) => string): Promise<void> {
  const path = join(folder, journal);
  await writeFile(path, change(await readFile(path, 'utf8')));
}

test('the files have all data in the released format, and a copy remains', async () => {
  const before = await readFile(join(folder, journal), 'utf8');
  await expectAll();
  expect(await readdir(folder)).not.toContain('journal');
  for (const file of [...(await readAll('accounts')), ...(await readAll('logins'))]) {
    expect(file).toMatchObject({ version: 1 });
    expect(file).not.toHaveProperty('revision');
  }
  expect(await readFile(join(folder, copy, journal), 'utf8')).toBe(before);
  expect(await readFile(join(folder, copy, 'accounts/000.json'), 'utf8')).toContain('"version":2');
  await expectAll();
});

test('an interrupted migration starts over from the copy', async () => {
  const original = await temporaryFolder();
  await cp(join(folder, 'journal'), original, { recursive: true });
  await expectAll();
  // The journal is removed last.
  await cp(original, join(folder, 'journal'), { recursive: true });
  await expectAll();
  // A copy that was not finished is made again.
  const other = await temporaryFolder();
  await cp(fixture, other, { recursive: true });
  await cp(join(fixture, 'journal'), join(other, `${copy}.new`, 'journal'), { recursive: true });
  folder = other;
  await expectAll();
  expect(await readdir(folder)).not.toContain(`${copy}.new`);
});

test('a migration interrupted between the old and the new files starts over', async () => {
  await mkdir(join(folder, copy));
  await rename(join(folder, 'accounts'), join(folder, copy, 'accounts'));
  await expectAll();
  expect((await readdir(join(folder, copy))).toSorted()).toEqual(['accounts', 'journal', 'logins']);
});

test.each([
  ['cut short', '3d698d5b [{"folder":"acc'],
  ['without its end', '3d698d5b []'],
  ['zeros', `${'\0'.repeat(40)}\n`],
])('ignores a last line truncated by a crash: %s', async (_, line) => {
  await changeJournal((text) => text + line);
  await expectAll();
});

test.each([
  [
    'changed',
    (text: string) => text.replace('"credits_available":{"set":9', '"credits_available":{"set":8'),
  ],
  ['zeros in the middle', (text: string) => text.replace('\n', `\n${'\0'.repeat(40)}\n`)],
])('a damaged line prevents the start: %s', async (_, change) => {
  await changeJournal(change);
  const before = await readAll('accounts');
  await expect(open()).rejects.toThrow(/^journal\/00000003\.jsonl in DATA_DIR is damaged: line \d/);
  expect(await readAll('accounts')).toEqual(before);
  expect(await readdir(folder)).not.toContain(copy);
});

test("a file older than the journal's base prevents the start", async () => {
  const path = join(folder, 'accounts/8cd.json');
  await writeFile(path, (await readFile(path, 'utf8')).replace(/"revision":\d+/, '"revision":1'));
  await expect(open()).rejects.toThrow(/^accounts\/8cd\.json in DATA_DIR does not fit the journal/);
});

test('a missing journal prevents the start until the operator accepts the loss', async () => {
  await rm(join(folder, journal));
  for (let attempt = 0; attempt < 2; attempt++) {
    await expect(open()).rejects.toThrow(/^The journal in DATA_DIR is gone/);
  }
  await writeFile(join(folder, 'journal/00000001.jsonl'), '');
  expect(await (await open()).findAccount(owner)).toMatchObject({ user_id: owner });
});
