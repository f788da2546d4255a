import { execFile } from 'node:child_process';
import { link, mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { durableJsonFile } from '../../../../../service/storage/lowdb/durable-json-file.ts';
import { StoreError } from '../../../../../service/storage/interfaces/errors.ts';
import { buildModule } from '../../../../support/build-module.ts';
import { temporaryFolder } from '../../../../support/temporary-folder.ts';

const schema = z.object({ version: z.literal(1), words: z.array(z.string()) });

async function newFile() {
  const folder = join(await temporaryFolder(), 'accounts');
  await mkdir(folder);
  const path = join(folder, 'data.json');
  return { folder, path, file: durableJsonFile(path, schema) };
}

test('reads a missing file as undefined', async () => {
  const { file } = await newFile();
  expect(await file.read()).toBeNull();
});

test('reads the written content', async () => {
  const { file } = await newFile();
  await file.write({ version: 1, words: ['élan', '🪁'] });
  await file.write({ version: 1, words: ['second'] });
  expect(await file.read()).toEqual({ version: 1, words: ['second'] });
});

test('a first version that cannot be written leaves no copy, which would mean a lost file', async () => {
  const { folder, path, file } = await newFile();
  await mkdir(`${path}.new`);
  await expect(file.writeWithoutCopy({ version: 1, words: [] })).rejects.toThrow(/EISDIR/);
  expect(await readdir(folder)).not.toContain('data.json.bak');
  expect(await file.read()).toBeNull();
});

test('only its owner may read the file, and only a copy is left beside it', async () => {
  const { folder, path, file } = await newFile();
  await file.write({ version: 1, words: [] });
  expect(await readdir(folder)).toEqual(['data.json']);
  await file.write({ version: 1, words: [] });
  expect((await readdir(folder)).toSorted()).toEqual(['data.json', 'data.json.bak']);
  for (const name of [path, `${path}.bak`]) expect((await stat(name)).mode & 0o777).toBe(0o600);
});

test('the copy has the previous version, and the first version has no copy', async () => {
  const { path, file } = await newFile();
  for (const word of ['first', 'second', 'third']) await file.write({ version: 1, words: [word] });
  expect(await readFile(`${path}.bak`, 'utf8')).toBe('{"version":1,"words":["second"]}');
});

test('makes an interrupted copy again', async () => {
  const { path, file } = await newFile();
  await file.write({ version: 1, words: ['first'] });
  await writeFile(`${path}.bak.new`, 'half');
  await file.write({ version: 1, words: ['second'] });
  expect(await readFile(`${path}.bak`, 'utf8')).toBe('{"version":1,"words":["first"]}');
});

test('a missing file with a copy is an error', async () => {
  const { path, file } = await newFile();
  for (const word of ['first', 'second']) await file.write({ version: 1, words: [word] });
  await rm(path);
  await expect(file.read()).rejects.toThrow(/data\.json in DATA_DIR is gone\. data\.json\.bak/);
});

test.each([
  ['empty', ''],
  ['null', 'null'],
  ['cut short', '{"version":1,"words":["a"'],
  ['of another version', '{"version":0,"words":[]}'],
  ['of another shape', '{"version":1,"words":"a"}'],
  ['binary', '\u0000\u0001'],
])('a file that is %s is an error and never starts empty', async (_case, text) => {
  const { path, file } = await newFile();
  await writeFile(path, text);
  await expect(file.read()).rejects.toThrow(StoreError);
  await expect(file.read()).rejects.toThrow(/^accounts\/data\.json in DATA_DIR is damaged\./);
  expect(await readFile(path, 'utf8')).toBe(text);
});

test('reports a file of a newer version as such, not as damaged', async () => {
  const { path, file } = await newFile();
  const text = '{"version":2,"sentences":[]}';
  await writeFile(path, text);
  await expect(file.read()).rejects.toThrow(StoreError);
  await expect(file.read()).rejects.toThrow(
    /^accounts\/data\.json in DATA_DIR was written by a newer version of Altscribe, or by one that was never released\. Start that version\./,
  );
  expect(await readFile(path, 'utf8')).toBe(text);
});

test('removed data is in neither the file nor its copy', async () => {
  const { folder, path, file } = await newFile();
  await file.write({ version: 1, words: ['secret'] });
  await file.write({ version: 1, words: ['secret', 'second'] });
  await file.writeWithoutCopy({ version: 1, words: ['second'] });
  expect((await readdir(folder)).toSorted()).toEqual(['data.json', 'data.json.bak']);
  for (const name of [path, `${path}.bak`]) {
    expect(await readFile(name, 'utf8')).toBe('{"version":1,"words":["second"]}');
  }
});

test('an interrupted copy is not linked to the file, whatever is written next', async () => {
  const { path, file } = await newFile();
  await file.write({ version: 1, words: ['first'] });
  await link(path, `${path}.bak.new`);
  await link(path, `${path}.watched`);
  await file.writeWithoutCopy({ version: 1, words: ['second'] });
  expect(await readFile(`${path}.watched`, 'utf8')).toBe('{"version":1,"words":["first"]}');
});

test.each(['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EXDEV', 'EMLINK'])(
  'copies the file on a file system without hard links (%s)',
  async (code) => {
    const { folder, path } = await newFile();
    const order = join(await temporaryFolder(), 'order');
    await writeFile(order, `link ${code}`);
    const support = join(import.meta.dirname, '../../../../support/failing-disk.js');
    const built = await buildModule('storage/lowdb/durable-json-file.ts');
    const script = `
      import { z } from 'zod';
      import { durableJsonFile } from ${JSON.stringify(built)};
      const file = durableJsonFile(${JSON.stringify(path)}, z.any());
      for (const word of ['first', 'second', 'third']) await file.write({ words: [word] });`;
    const args = ['--import', support, '--input-type=module', '-e', script];
    await promisify(execFile)(process.execPath, args, {
      env: { ...process.env, FAILING_DISK: order },
    });
    expect((await readdir(folder)).toSorted()).toEqual(['data.json', 'data.json.bak']);
    expect(await readFile(path, 'utf8')).toBe('{"words":["third"]}');
    expect(await readFile(`${path}.bak`, 'utf8')).toBe('{"words":["second"]}');
  },
);

test('reports an unreadable file without the path', async () => {
  const { folder, path, file } = await newFile();
  await mkdir(path);
  const reading = file.read();
  await expect(reading).rejects.toThrow(StoreError);
  await expect(reading).rejects.not.toThrow(folder);
});

test('a failed write leaves the previous content', async () => {
  const { path, file } = await newFile();
  await file.write({ version: 1, words: ['first'] });
  const cyclic: string[] & { self?: unknown } = ['second'];
  const failing = { version: 1 as const, words: cyclic, toJSON: () => BigInt(1) };
  await expect(file.write(failing)).rejects.toThrow();
  expect(await readFile(path, 'utf8')).toBe('{"version":1,"words":["first"]}');
});

test('a write into a missing folder fails', async () => {
  const { folder } = await newFile();
  const file = durableJsonFile(join(folder, 'gone', 'data.json'), schema);
  await expect(file.write({ version: 1, words: [] })).rejects.toThrow();
});
