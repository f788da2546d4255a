import { mkdtemp, rmdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { makeFolder } from '../../../../../service/storage/lowdb/files.ts';

test('fails to make a folder if the working directory was removed', async () => {
  const before = process.cwd();
  onTestFinished(() => process.chdir(before));
  const removed = await mkdtemp(join(tmpdir(), 'altscribe-removed-'));
  process.chdir(removed);
  await rmdir(removed);
  await expect(makeFolder('data/accounts')).rejects.toMatchObject({ code: 'ENOENT' });
});
