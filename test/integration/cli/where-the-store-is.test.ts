import { chown, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { existsSync } from 'node:fs';
import { expect, test, vi } from 'vitest';
import { openAccountStore } from '../../../service/compose-store.ts';
import { createLog } from '../../../service/server/log.ts';
import { runCliWith } from '../../support/run-to-end.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const create = [
  'account',
  'create',
  '--user-id',
  'a@example.com',
  '--plan',
  'pro',
  '--credits',
  '1',
];
const nowhere = { DATA_DIR: undefined };

test('a command creates no store without --create', async () => {
  const folder = await temporaryFolder();
  const refused = await runCliWith(nowhere, folder, ...create);
  expect(refused).toMatchObject({ code: 1, stdout: '' });
  expect(refused.stderr).toContain(`There is no store in ${join(folder, 'data')}`);
  expect(refused.stderr).toContain('--create');
  expect(existsSync(join(folder, 'data'))).toBe(false);

  const made = await runCliWith(nowhere, folder, ...create, '--create');
  expect(made).toMatchObject({
    code: 0,
    stderr: `Changed: the store in ${join(folder, 'data')}\n`,
  });
  // The store exists now, and commands that only read report no changes.
  const listed = await runCliWith(nowhere, folder, 'account', 'list', '--json');
  expect(listed).toMatchObject({ code: 0, stderr: '' });
  expect(JSON.parse(listed.stdout)).toHaveLength(1);
});

test('a .env file can set the location of the store', async () => {
  const folder = await temporaryFolder();
  await writeFile(join(folder, '.env'), 'DATA_DIR=./elsewhere\n');
  const { code, stderr } = await runCliWith(nowhere, folder, ...create);
  expect({ code, stderr }).toEqual({
    code: 0,
    stderr: `Changed: the store in ${join(folder, 'elsewhere')}\n`,
  });
});

test('root leaves no files owned by root in a folder of another user', async () => {
  const dataDir = join(await temporaryFolder(), 'data');
  await mkdir(dataDir);
  if (process.getuid?.() === 0) await chown(dataDir, 65_534, 65_534);
  else vi.spyOn(process, 'geteuid').mockReturnValue(0);
  const config = { dataDir, databaseUrl: undefined };
  await expect(openAccountStore(config, createLog('silent'))).rejects.toThrow(
    /^DATA_DIR belongs to the user with the id \d+.* sudo --user='#\d+'/,
  );
  expect(existsSync(join(dataDir, 'accounts'))).toBe(false);
  vi.restoreAllMocks();
});

test('lists the languages and refuses an unknown one', async () => {
  const folder = await temporaryFolder();
  const { stdout } = await runCliWith({}, folder, 'languages', '--json');
  expect(JSON.parse(stdout)).toContainEqual({
    code: 'pt-BR',
    name: expect.stringContaining('Portuguese') as unknown,
    native_name: expect.stringContaining('português') as unknown,
  });
  const refused = await runCliWith({}, folder, 'describe', 'a.png', '--language', 'klingon');
  expect(refused).toMatchObject({ code: 1, stdout: '' });
  expect(refused.stderr).toMatch(
    /^--language klingon is not a supported language.*"altscribe languages"/,
  );
});
