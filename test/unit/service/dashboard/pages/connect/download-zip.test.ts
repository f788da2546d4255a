import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import {
  findPluginZip,
  pluginZipPath,
} from '../../../../../../service/dashboard/pages/connect/download-zip.ts';
import { temporaryFolder } from '../../../../../support/temporary-folder.ts';

test('is searched for next to package.json', () => {
  expect(existsSync(join(dirname(pluginZipPath()), 'package.json'))).toBe(true);
});

test('is found with its size once it is built', async () => {
  const folder = await temporaryFolder();
  const path = join(folder, 'altscribe.zip');
  expect(await findPluginZip(path)).toBeUndefined();
  expect(await findPluginZip(folder)).toBeUndefined();
  await writeFile(path, 'zip');
  expect(await findPluginZip(path)).toEqual({ path, bytes: 3 });
});
