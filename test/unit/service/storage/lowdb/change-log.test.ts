import { appendFile, mkdir, readdir, readFile, rm, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import type { Change } from '../../../../../service/storage/interfaces/usage-log.ts';
import { openChangeFiles } from '../../../../../service/storage/lowdb/change-log.ts';
import { StoreError } from '../../../../../service/storage/interfaces/errors.ts';
import { temporaryFolder } from '../../../../support/temporary-folder.ts';

const day = '2026-01-02';

function change(n: number, fields: Partial<Change> = {}): Change {
  const at = `${day}T03:04:05.000Z`;
  return { id: String(n), at, actor: 'a', action: 'x', user_id: null, details: {}, ...fields };
}

async function open(folder: string, removeEveryMs?: number) {
  const files = await openChangeFiles(folder, undefined, removeEveryMs);
  onTestFinished(() => files.close());
  return files;
}

async function newFolder(count: number) {
  const folder = join(await temporaryFolder(), 'changes');
  const files = await openChangeFiles(folder);
  for (let n = 0; n < count; n++) await files.addChange(change(n));
  await files.close();
  return { folder, path: join(folder, `${day}.jsonl`) };
}

async function idsIn(folder: string): Promise<string[]> {
  const files = await openChangeFiles(folder);
  const changes = await files.listChanges({ limit: 1_000 });
  await files.close();
  return changes.map(({ id }) => id);
}

test('a change can be added after the folder was removed', async () => {
  const folder = join(await temporaryFolder(), 'changes');
  const files = await open(folder);
  await files.addChange(change(1));
  await rm(folder, { recursive: true });
  expect(await files.listChanges({ limit: 10 })).toEqual([]);
  await files.addChange(change(2));
  expect(await files.listChanges({ limit: 10 })).toEqual([change(2)]);
});

test('writes each change as a line and removes a line truncated by a crash', async () => {
  const { folder, path } = await newFolder(3);
  const whole = await readFile(path, 'utf8');
  expect(whole.split('\n').length).toBe(4);
  for (const cut of [1, 20, whole.split('\n')[2]?.length ?? 0]) {
    await writeFile(path, whole);
    await truncate(path, whole.length - cut);
    expect(await idsIn(folder)).toEqual(['1', '0']);
    const files = await openChangeFiles(folder);
    await files.addChange(change(3));
    await files.close();
    expect(await idsIn(folder)).toEqual(['3', '1', '0']);
    expect(await readFile(path, 'utf8')).not.toContain('}{');
  }
});

test('finds lines longer than the read buffer at any boundary', async () => {
  const folder = join(await temporaryFolder(), 'changes');
  const files = await open(folder);
  // 64 kB is read at once.
  const lengths = [10, 65_400, 65_536, 200_000, 5, 65_300, 131_072, 1];
  const changes = lengths.map((length, n) => change(n, { details: { text: 'é'.repeat(length) } }));
  for (const one of changes) await files.addChange(one);
  expect(await files.listChanges({ limit: 10 })).toEqual(changes.toReversed());
  expect(await files.listChanges({ limit: 1, after: '4' })).toEqual([changes[3]]);
});

test('an invalid line is an error that names the file', async () => {
  const { folder, path } = await newFolder(2);
  await appendFile(path, '{"id":"x"}\n');
  const files = await open(folder);
  const listing = files.listChanges({ limit: 10 });
  await expect(listing).rejects.toThrow(StoreError);
  await expect(listing).rejects.toThrow(`changes/${day}.jsonl in DATA_DIR is damaged`);
});

test('removes files older than 400 days over time', async () => {
  const folder = join(await temporaryFolder(), 'changes');
  await mkdir(folder);
  const daysAgo = (days: number) =>
    new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10);
  for (const age of [500, 402, 399, 0]) {
    const at = `${daysAgo(age)}T00:00:00.000Z`;
    await writeFile(
      join(folder, `${daysAgo(age)}.jsonl`),
      `${JSON.stringify(change(age, { at }))}\n`,
    );
  }
  await writeFile(join(folder, 'notes.txt'), 'mine');
  const files = await open(folder, 20);
  const kept = [`${daysAgo(399)}.jsonl`, `${daysAgo(0)}.jsonl`, 'notes.txt'];
  await expect.poll(async () => (await readdir(folder)).toSorted()).toEqual(kept);
  expect((await files.listChanges({ limit: 10 })).map(({ id }) => id)).toEqual(['0', '399']);
});

test('a folder that cannot be written is an error', async () => {
  const folder = await temporaryFolder();
  await writeFile(join(folder, 'changes'), 'a file');
  await expect(openChangeFiles(join(folder, 'changes'))).rejects.toThrow(StoreError);
});
