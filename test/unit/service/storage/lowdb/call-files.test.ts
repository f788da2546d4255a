import { appendFile, readdir, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openCallFiles } from '../../../../../service/storage/lowdb/call-files.ts';
import { StoreError } from '../../../../../service/storage/interfaces/errors.ts';
import { call, user } from '../../../../contract/account-store/examples.ts';
import { temporaryFolder } from '../../../../support/temporary-folder.ts';
import { storedAccount } from './stored-account.ts';

const account = storedAccount(user, { id: 'first' });
const isThere = () => true;

async function open() {
  const folder = join(await temporaryFolder(), 'calls');
  const file = async () => join(folder, (await readdir(folder))[0] ?? '');
  return { folder, file, files: openCallFiles(folder) };
}

test('skips lines truncated by a crash and keeps later calls', async () => {
  const { files, file } = await open();
  await files.add(account, [call(1)], isThere);
  await appendFile(await file(), '{"user_id":"a@exa');
  expect(await files.list(account)).toEqual([call(1)]);
  await files.add(account, [call(2)], isThere);
  expect(await files.list(account)).toEqual([call(2), call(1)]);
});

test('a file stays small for any number of calls', async () => {
  const { files, file } = await open();
  for (let n = 0; n < 3_000; n += 100) {
    const calls = Array.from({ length: 100 }, (_, i) => call(n + i));
    await files.add(account, calls, isThere);
    expect((await stat(await file())).size).toBeLessThan(160 * 1024);
  }
  expect(await files.list(account)).toHaveLength(200);
});

test('only its owner may read a file, whose name identifies no user', async () => {
  const { files, file, folder } = await open();
  await files.add(account, [call(1)], isThere);
  expect((await stat(await file())).mode & 0o777).toBe(0o600);
  expect((await stat(folder)).mode & 0o777).toBe(0o700);
  expect(await file()).not.toContain('example');
});

test('an account removed in the meantime leaves no file', async () => {
  const { files, folder } = await open();
  let isRemoved = false;
  await files.add(account, [call(1)], () => !isRemoved);
  isRemoved = true;
  await Promise.all([files.remove(account), files.add(account, [call(2)], () => !isRemoved)]);
  expect(await readdir(folder)).toEqual([]);
});

test('reports another file in the place of its folder without the path', async () => {
  const folder = await temporaryFolder();
  await writeFile(join(folder, 'calls'), '');
  const adding = openCallFiles(join(folder, 'calls')).add(account, [call(1)], isThere);
  const error: unknown = await adding.catch((one: unknown) => one);
  expect(error).toBeInstanceOf(StoreError);
  expect(String(error)).not.toContain(folder);
});
