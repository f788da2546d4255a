import { execFile } from 'node:child_process';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { replaceFile } from '../../../../../service/storage/lowdb/durable-json-file.ts';
import { buildModule } from '../../../../support/build-module.ts';
import { temporaryFolder } from '../../../../support/temporary-folder.ts';

test('creates and replaces a file, whatever an interrupted attempt has left behind', async () => {
  const folder = await temporaryFolder();
  const path = join(folder, 'a.json');
  await writeFile(`${path}.new`, 'half of somethi');
  for (const text of ['first', 'élan 🪁', '']) {
    await replaceFile(path, text);
    expect(await readFile(path, 'utf8')).toBe(text);
  }
  expect(await readdir(folder)).toEqual(['a.json']);
});

test('leaves the file unchanged if the disk has room for only part of the text', async () => {
  const folder = await temporaryFolder();
  const path = join(folder, 'a.json');
  await replaceFile(path, 'before');
  // With a limit of 4 or 8 kB, the kernel only writes a part of 100 kB, as on a full disk.
  const built = await buildModule('storage/lowdb/durable-json-file.ts');
  const script = `
    import { replaceFile } from ${JSON.stringify(built)};
    process.on('SIGXFSZ', () => undefined);
    const outcome = replaceFile(${JSON.stringify(path)}, 'x'.repeat(100_000));
    console.log(await outcome.then(() => 'written', (error) => error.code));`;
  const command = ['ulimit -f 8; exec "$@"', 'sh', process.execPath, '--input-type=module', '-e'];
  const { stdout } = await promisify(execFile)('sh', ['-c', ...command, script]);
  expect(stdout).toBe('EFBIG\n');
  expect(await readFile(path, 'utf8')).toBe('before');
  expect(await readdir(folder)).toEqual(['a.json']);
});
