import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import {
  type FileHandle,
  mkdir,
  mkdtemp,
  open,
  readdir,
  readFile,
  rm,
  stat,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { packTar, unpackTar } from 'modern-tar';
import { beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { restoreStore } from '../../../service/compose-store.ts';
import { restoreFolder } from '../../../service/storage/lowdb/backup/restore.ts';
import { providerEnv } from '../../support/service-with-providers.ts';
import { startProviderStandIn } from '../../support/provider-stand-in.ts';
import {
  runCli,
  runCliJson,
  runCliWith,
  runHere,
  runService,
  startCli,
} from '../../support/run-to-end.ts';
import { startService } from '../../support/service.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

type Files = Record<string, string>;

/** A backup of one account, and its content. */
let backup: Buffer;
let files: Files;

beforeAll(async () => {
  const folder = await mkdtemp(join(tmpdir(), 'altscribe-'));
  const dataDir = join(folder, 'data');
  await mkdir(dataDir);
  const options = ['--user-id', 'a@example.com', '--plan', 'pro', '--credits', '5'];
  await runHere(dataDir, 'account', 'create', ...options);
  await runCliJson(dataDir, 'backup', join(folder, 'b.tar.gz'));
  backup = await readFile(join(folder, 'b.tar.gz'));
  const entries = await unpackTar(gunzipSync(backup));
  files = Object.fromEntries(
    entries.map(({ header, data }) => [header.name, Buffer.from(data ?? []).toString()]),
  );
  await rm(folder, { recursive: true });
});

/** An archive of different files than the backup. */
async function packed(changed: Files): Promise<Buffer> {
  const entries = Object.entries({ ...files, ...changed }).map(([name, body]) => ({
    header: { name, size: Buffer.byteLength(body) },
    body,
  }));
  return gzipSync(await packTar(entries));
}

const sumOf = (text: string) => createHash('sha256').update(text).digest('hex');

/** Restores an archive into `data` in a folder. */
async function restore(archive: Buffer, folder: string) {
  const file = join(folder, 'b.tar.gz');
  await writeFile(file, archive);
  const dataDir = join(folder, 'data');
  const { code, stdout, stderr } = await runCliWith({ DATA_DIR: dataDir }, folder, 'restore', file);
  return {
    code,
    stdout,
    stderr: stderr.replaceAll(file, 'FILE').replaceAll(dataDir, 'FOLDER'),
  };
}

/** Why an archive is not restored, without the process that another test shows. */
async function refusalOf(archive: Buffer) {
  const folder = await temporaryFolder();
  const file = join(folder, 'b.tar.gz');
  await writeFile(file, archive);
  const dataDir = join(folder, 'data');
  const { message } = await restoreStore(file, dataDir).then(
    () => new Error('It was restored.'),
    (error: unknown) => error as Error,
  );
  return { message: message.replaceAll(file, 'FILE'), dataDir };
}

const account = () => Object.keys(files).find((name) => name.startsWith('accounts/')) ?? '';

describe('refuses an incomplete archive and leaves no folder', () => {
  test.each<[string, () => Promise<Buffer> | Buffer, string[]]>([
    ['empty', () => Buffer.alloc(0), ['It is damaged, incomplete, or not a backup.']],
    ['no archive', () => Buffer.from('hello'), ['It is damaged, incomplete, or not a backup.']],
    ['cut short', () => backup.subarray(0, -20), ['It is damaged, incomplete, or not a backup.']],
    [
      'with one changed byte',
      () => backup.map((byte, index) => (index === 200 ? byte ^ 1 : byte)) as Buffer,
      ['It is damaged, incomplete, or not a backup.'],
    ],
    [
      'that is not a backup',
      async () => gzipSync(await packTar([{ header: { name: 'x', size: 1 }, body: 'x' }])),
      [
        'x in it does not belong in a backup.',
        'It has no backup.json: it is not a backup of Altscribe.',
        'It has no SHA256SUMS: it is incomplete.',
      ],
    ],
    [
      'with changed, added and missing files',
      async () => {
        const sums = files['SHA256SUMS'] ?? '';
        const more = `${sums}${'0'.repeat(64)}  accounts/fff.json\n`;
        return packed({ [account()]: '{}', 'logins/000.json': '{}', '../x': '', SHA256SUMS: more });
      },
      [
        '../x in it does not belong in a backup.',
        'ACCOUNT in it was changed after the backup.',
        'logins/000.json in it has no checksum.',
        'accounts/fff.json is missing in it.',
      ],
    ],
  ])('%s', async (_what, make, problems) => {
    const { message, dataDir } = await refusalOf(await make());
    const lines = message.replaceAll(account(), 'ACCOUNT').split('\n');
    expect(lines).toEqual(['Nothing was restored:', ...problems.map((one) => `- FILE: ${one}`)]);
    expect(existsSync(dataDir)).toBe(false);
  });

  test('of a future format', async () => {
    const about = JSON.stringify({ format: 2, made_at: '2030-01-01T00:00:00Z' });
    const { message } = await refusalOf(await packed({ 'backup.json': about }));
    expect(message).toContain(
      'FILE: It has the format 2, and this Altscribe knows 1: use the one that made it.',
    );
  });

  test('with accounts of a future version, although its checksums are right', async () => {
    const text = JSON.stringify({ version: 3, accounts: {} });
    const sums = (files['SHA256SUMS'] ?? '').replace(
      new RegExp(`^\\w{64}(?=  ${account()}$)`, 'm'),
      sumOf(text),
    );
    const archive = await packed({ [account()]: text, SHA256SUMS: sums });
    const { message, dataDir } = await refusalOf(archive);
    expect(message).toMatch(
      /^Nothing was restored:\n- .* was written by a newer version of Altscribe, or by one that was never released\. Start that version\./,
    );
    expect(await readdir(dataDir)).toEqual(['altscribe.lock']);
  });
});

test('reports files in the way together with problems of the archive', async () => {
  const providers = await startProviderStandIn();
  const folder = await temporaryFolder();
  const dataDir = join(folder, 'data');
  await mkdir(dataDir);
  const service = await startService({ ...providerEnv(providers), DATA_DIR: dataDir });
  const before = (await readdir(dataDir)).sort();
  const { code, stdout, stderr } = await restore(backup.subarray(0, -20), folder);
  expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
  expect(stderr.trimEnd().split('\n')).toEqual([
    'Nothing was restored:',
    '- FILE: It is damaged, incomplete, or not a backup.',
    '- A service or another command uses DATA_DIR, FOLDER: stop it first.',
    expect.stringMatching(/^- DATA_DIR, FOLDER, is not empty: there is accounts, /),
  ]);
  expect((await readdir(dataDir)).sort()).toEqual(before);
  await service.stop();
  await providers.stop();
});

test('creates a store without DATA_DIR only with --create', async () => {
  const folder = await temporaryFolder();
  const file = join(folder, 'b.tar.gz');
  await writeFile(file, backup);
  const nowhere = { DATA_DIR: undefined };
  const refused = await runCliWith(nowhere, folder, 'restore', file);
  expect(refused).toMatchObject({
    code: 1,
    stderr: `Set DATA_DIR to the folder to restore into, or use --create for ${folder}/data.\n`,
  });
  const made = await runCliWith(nowhere, folder, 'restore', file, '--create');
  expect(made).toMatchObject({ code: 0, stderr: `Changed: the store in ${folder}/data\n` });
  expect(made.stdout).toMatch(/^accounts: 1$/m);
});

test('after kill -9 no service starts on the folder, and restore can be run again', async () => {
  const folder = await temporaryFolder();
  const dataDir = join(folder, 'data');
  await mkdir(dataDir);
  const file = join(folder, 'b.tar.gz');
  await writeFile(file, backup);
  // Many files, each with a flush to the disk.
  const many = Array.from({ length: 2_000 }, (_, index) => {
    const name = `calls/${index.toString(16).padStart(64, '0')}.jsonl`;
    return { name, text: '\n', sum: sumOf('\n') };
  });
  const sums = many.map(({ name, sum }) => `${sum}  ${name}\n`).join('');
  const large = join(folder, 'large.tar.gz');
  const texts = Object.fromEntries(many.map(({ name, text }) => [name, text]));
  const all = { ...texts, SHA256SUMS: (files['SHA256SUMS'] ?? '') + sums };
  await writeFile(large, await packed(all));

  const command = startCli({}, dataDir, 'restore', large);
  const ended = new Promise((resolve) => command.once('close', resolve));
  const staged = () => readdir(join(dataDir, 'altscribe.restoring')).catch(() => []);
  await expect.poll(staged, { interval: 1, timeout: 10_000 }).not.toEqual([]);
  command.kill('SIGKILL');
  await ended;

  const { code, stderr } = await runService(
    { DATA_DIR: dataDir, PORT: '0', OPENAI_API_KEY: 'unused' },
    folder,
  );
  expect(code).toBe(1);
  expect(stderr).toMatch(/^A restore into .* interrupted\. Run "altscribe restore"/);

  const again = await runCli(dataDir, 'restore', file);
  expect(again).toMatchObject({ code: 0 });
  expect((await readdir(dataDir)).sort()).toEqual([
    'accounts',
    'altscribe.layout',
    'altscribe.lock',
    'answers',
    'changes',
    'logins',
  ]);
  expect(await runCliJson(dataDir, 'account', 'list')).toMatchObject([
    { user_id: 'a@example.com', credits_available: 5 },
  ]);
});

test('flushes each folder with restored files, so a power failure loses none', async () => {
  const folder = await temporaryFolder();
  const file = join(folder, 'b.tar.gz');
  await writeFile(file, backup);
  const handle = await open(file);
  const fileHandle = Object.getPrototypeOf(handle) as FileHandle;
  await handle.close();
  // A folder keeps its number when it is moved.
  const flushed: number[] = [];
  const { sync } = fileHandle;
  const spy = vi.spyOn(fileHandle, 'sync').mockImplementation(async function (this: FileHandle) {
    flushed.push((await this.stat()).ino);
    await sync.call(this);
  });
  onTestFinished(() => spy.mockRestore());
  const dataDir = join(folder, 'data');
  await restoreFolder(file, dataDir);
  const folders = new Set(Object.keys(files).map((name) => dirname(join(dataDir, name))));
  expect(folders).toContain(join(dataDir, 'accounts'));
  for (const path of folders) expect(flushed, path).toContain((await stat(path)).ino);
});
