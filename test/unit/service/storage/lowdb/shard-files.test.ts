import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openShards, type Shards } from '../../../../../service/storage/lowdb/shard-files.ts';
import { temporaryFolder } from '../../../../support/temporary-folder.ts';
import { storedAccount } from './stored-account.ts';

const put = (shards: Shards, userId: string) =>
  shards.update(userId, () => ({ result: undefined, account: storedAccount(userId) }));

async function withAccounts(count: number) {
  const folder = join(await temporaryFolder(), 'accounts');
  const shards = await openShards(folder);
  const users = Array.from({ length: count }, (_, i) => `user-${i}@example.com`);
  await Promise.all(users.map((user) => put(shards, user)));
  return { folder, users };
}

test('distributes accounts over files and finds all of them again', async () => {
  const { folder, users } = await withAccounts(200);
  const files = (await readdir(folder)).filter((file) => file.endsWith('.json'));
  expect(files.length).toBeGreaterThan(150);
  const again = await openShards(folder);
  expect([...again.all()].map(({ user_id }) => user_id).toSorted()).toEqual(users.toSorted());
  for (const user of users) expect(again.find(user)).toEqual(storedAccount(user));
  expect(again.find('nobody@example.com')).toBeUndefined();
});

test('accounts in the same file do not affect each other', async () => {
  const { folder, users } = await withAccounts(300);
  const shards = await openShards(folder);
  const [gone = ''] = users;
  await shards.update(gone, () => ({ result: undefined, account: undefined }));
  const again = await openShards(folder);
  expect([...again.all()]).toHaveLength(299);
  expect(again.find(gone)).toBeUndefined();
});

test.each([
  ['damaged', (path: string) => writeFile(path, '{"version":1,"acc')],
  ['empty', (path: string) => writeFile(path, '')],
  ['null', (path: string) => writeFile(path, 'null')],
])('a file that is %s is named and left unchanged', async (_case, harm) => {
  const { folder } = await withAccounts(3);
  const [file = ''] = await readdir(folder);
  await harm(join(folder, file));
  const before = await readFile(join(folder, file), 'utf8');
  const shards = await openShards(folder);
  expect([...shards.all()]).toHaveLength(2);
  const [damage] = shards.listDamage();
  expect(damage?.detail).toContain(`accounts/${file} in DATA_DIR is damaged.`);
  expect(await readFile(join(folder, file), 'utf8')).toBe(before);
});

test('a missing file with a copy is damaged, and the copy restores it', async () => {
  const { folder } = await withAccounts(1);
  const shards = await openShards(folder);
  await put(shards, 'user-0@example.com');
  const copy = (await readdir(folder)).find((file) => file.endsWith('.bak')) ?? '';
  const path = join(folder, copy.replace('.bak', ''));
  await rm(path);
  const [damage] = (await openShards(folder)).listDamage();
  expect(damage?.detail).toMatch(/is gone\. .*\.bak beside it/);
  await writeFile(path, await readFile(join(folder, copy)));
  expect((await openShards(folder)).find('user-0@example.com')).toBeDefined();
});

test('leaves other files untouched', async () => {
  const { folder } = await withAccounts(1);
  await writeFile(join(folder, 'notes.txt'), 'mine');
  await writeFile(join(folder, '000.json.bak.new'), 'half a cop');
  expect([...(await openShards(folder)).all()]).toHaveLength(1);
});
