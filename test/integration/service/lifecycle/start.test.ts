import { once } from 'node:events';
import { chmod, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import { dirname, join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { openLowdbAccountStore } from '../../../../service/storage/lowdb/account-store.ts';
import { commandLines } from '../../../support/command-lines.ts';
import { runService } from '../../../support/run-to-end.ts';
import { detailsPath, startService } from '../../../support/service.ts';
import { temporaryFolder } from '../../../support/temporary-folder.ts';

const env = { OPENAI_API_KEY: 'never-called' };

/** The lines that the service prints when it refuses to start. */
async function refusal(folder: string, env: Record<string, string>): Promise<string[]> {
  const { code, stdout, stderr } = await runService(env, folder);
  expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
  expect(stderr).not.toMatch(/^\s+at /m);
  return stderr.trimEnd().split('\n');
}

test('names every problem of its configuration in one message', async () => {
  const lines = await refusal(await temporaryFolder(), {
    PORT: '99999',
    OPENAI_BASE_URL: 'localhost:11434',
    PROVIDER_TIMEOUT_MS: '12s',
    TRUST_PROXY: 'yes',
    LOG_LEVEL: 'loud',
    DATABASE_URL: 'mysql://127.0.0.1/altscribe',
  });
  expect(lines[0]).toBe('The configuration has problems:');
  for (const name of [
    'PORT',
    'OPENAI_BASE_URL',
    'PROVIDER_TIMEOUT_MS',
    'TRUST_PROXY',
    'LOG_LEVEL',
    'DATABASE_URL',
  ]) {
    expect(lines.filter((line) => line.startsWith(`- ${name} `))).toHaveLength(1);
  }
});

test('reads a .env file, which environment variables override, and warns while everyone can read it', async () => {
  const folder = await temporaryFolder();
  const path = join(folder, '.env');
  const lines =
    "export GEMINI_API_KEY='key-in-the-file'\nRATE_LIMIT_PER_MINUTE=7\nLOG_LEVEL=loud\nTRUSTPROXY=true\n";
  await writeFile(path, lines, { mode: 0o644 });
  const service = await startService({ DATA_DIR: folder, LOG_LEVEL: 'info' });
  onTestFinished(() => service.dispose());
  expect(service.log()).toContain('"providers":"gemini"');
  const key = await service.createAccount({ user_id: 'a@example.com' });
  const body = { user_id: 'a@example.com' };
  const answer = await service.post(detailsPath, body, { 'x-api-key': key });
  expect(answer.headers.get('ratelimit-policy')).toBe('"user";q=7;w=60');
  expect(service.log()).toContain(
    'TRUSTPROXY is not a variable of Altscribe. Did you mean TRUST_PROXY?',
  );
  expect(service.log()).toContain('chmod 600 .env');
  expect(
    service.log().match(/all users of this machine can read the secrets in \.env/g),
  ).toHaveLength(1);
  expect(service.log()).not.toContain('key-in-the-file');
  await service.stop();

  await chmod(path, 0o600);
  const mended = await startService({ DATA_DIR: folder, LOG_LEVEL: 'info' });
  onTestFinished(() => mended.dispose());
  expect(mended.log()).toContain('"providers":"gemini"');
  expect(mended.log()).not.toContain('.env');
  await mended.stop();

  // A mail server's password is a secret, too.
  await writeFile(path, 'SMTP_URL=\nALERT_WEBHOOK_URL=http://127.0.0.1:8125/secret\n');
  await chmod(path, 0o644);
  const again = await startService({ DATA_DIR: folder, GEMINI_API_KEY: 'key' });
  onTestFinished(() => again.dispose());
  expect(again.log()).toContain('chmod 600 .env');
});

test('warns about files of secrets that everyone can read, and about https without a trusted proxy', async () => {
  const folder = await temporaryFolder();
  await chmod(folder, 0o755);
  await mkdir(join(folder, 'secrets'), { mode: 0o755 });
  const path = join(folder, 'secrets/key');
  await writeFile(path, 'sk-in-the-file', { mode: 0o644 });
  const DATA_DIR = await temporaryFolder();
  async function logOfStart(more: Record<string, string> = {}): Promise<string> {
    const service = await startService({
      ...{ DATA_DIR, OPENAI_API_KEY_FILE: path, PUBLIC_URL: 'https://alt.example.com', ...more },
    });
    onTestFinished(() => service.dispose());
    await service.stop();
    return service.log();
  }
  const warning =
    'all users of this machine can read the secret in the file of OPENAI_API_KEY_FILE: run chmod 600 on it';
  const exposed = await logOfStart();
  expect(exposed).toContain(warning);
  expect(exposed).not.toContain('sk-in-the-file');
  expect(exposed).toContain(
    'PUBLIC_URL is https, but TRUST_PROXY is off: cookies lack the Secure flag',
  );
  expect(exposed).toContain('share the limit of failed authentications');
  await chmod(folder, 0o700);
  // Any folder above it, or the file, keeps others out.
  const readable = await temporaryFolder();
  await chmod(readable, 0o755);
  const GEMINI_API_KEY_FILE = join(readable, 'key');
  await writeFile(GEMINI_API_KEY_FILE, 'key', { mode: 0o600 });
  const safe = await logOfStart({ TRUST_PROXY: 'true', GEMINI_API_KEY_FILE });
  expect(safe).not.toContain('can read the secret in the file of');
  expect(safe).not.toContain('TRUST_PROXY');
});

test('leaves users and addresses out of its log if configured', async () => {
  const service = await startService({ ...env, LOG_REDACT: 'users, addresses' });
  onTestFinished(() => service.dispose());
  const key = await service.createAccount({ user_id: 'a@example.com' });
  await service.post(detailsPath, { user_id: 'a@example.com' }, { 'x-api-key': key });
  await expect.poll(() => service.log()).toContain(detailsPath);
  // Pages of the dashboard about users have them in their paths.
  for (const path of ['users/a@example.com', 'owners/a%40example.com/accounts/a%40example.com']) {
    await fetch(`${service.url}/dashboard/${path}`, { redirect: 'manual' });
  }
  await expect.poll(() => service.log()).toContain('"path":"/dashboard/owners/…/accounts/…"');
  expect(service.log()).not.toMatch(/a(@|%40)example\.com|"client":/);
});

test('refuses to start with an unreadable .env', async () => {
  const folder = await temporaryFolder();
  await mkdir(join(folder, '.env'));
  const [line] = await refusal(folder, env);
  expect(line).toMatch(/^The file \.env in the working folder cannot be read by this user\./);
});

test(
  'refuses a DATA_DIR in use by another service, which continues undisturbed, until that is killed',
  { timeout: 60_000 },
  async () => {
    const service = await startService(env);
    onTestFinished(() => service.dispose());
    const key = await service.createAccount({ user_id: 'a@example.com', credits: 3 });
    // Otherwise the lock would count as abandoned.
    await rm(join(service.dataDir, 'altscribe.lock'));
    const lines = await refusal(service.dataDir, { ...env, DATA_DIR: service.dataDir });
    expect(lines).toEqual([
      'Another process uses this DATA_DIR. Stop it, or give this one its own DATA_DIR.',
    ]);
    const body = { user_id: 'a@example.com' };
    expect((await service.post(detailsPath, body, { 'x-api-key': key })).status).toBe(200);
    expect(await service.credits('a@example.com')).toBe(3);

    await service.stop('SIGKILL');
    const next = await startService({ ...env, DATA_DIR: service.dataDir });
    expect(await next.credits('a@example.com')).toBe(3);
    expect(await next.stop()).toBe(0);
  },
);

test('waits for a command that is using its DATA_DIR', { timeout: 60_000 }, async () => {
  const folder = await temporaryFolder();
  const command = await openLowdbAccountStore(folder);
  const starting = startService({ ...env, DATA_DIR: folder });
  const started = starting.then(
    () => 'started',
    (error: unknown) => String(error),
  );
  // When another one listens, this one has already checked its folder.
  const other = await startService(env);
  await other.dispose();
  await command.close();
  expect(await started).toBe('started');
  await (await starting).dispose();
});

test('starts with damaged data files and leaves them unchanged', async () => {
  const texts = {
    'accounts/000.json': '',
    'accounts/001.json': 'null',
    // Cut short.
    'accounts/002.json': '{"version":1,"accounts":{"a@exa',
    // Of a version that never was.
    'accounts/003.json': '{"version":0,"accounts":{}}',
    // Edited into nonsense.
    'accounts/004.json': '{"version":1,"accounts":[{"credits_available":-1}]}',
  };
  const folder = await temporaryFolder();
  await mkdir(join(folder, 'accounts'));
  for (const [name, text] of Object.entries(texts)) await writeFile(join(folder, name), text);
  const service = await startService({ ...env, DATA_DIR: folder });
  await service.stop();
  const errors = service
    .log()
    .split('\n')
    .filter((line) => line.startsWith('{"level":50'));
  for (const [name, text] of Object.entries(texts)) {
    expect(errors).toContainEqual(expect.stringContaining(`${name} in DATA_DIR is damaged`));
    expect(await readFile(join(folder, name), 'utf8'), name).toBe(text);
  }
});

test.each([
  ['a newer version', { 'accounts/000.json': '{"version":3,"tenants":[]}' }],
  [
    'a development version, with its journal',
    {
      'accounts/000.json': '{"version":2,"revision":0,"accounts":{}}',
      'journal/00000001.jsonl': 'd6ed9757 [{"folder":"accounts","file":"8cd","revision":1}]\n',
    },
  ],
])('refuses the files of %s and leaves them unchanged', async (_which, files) => {
  const folder = await temporaryFolder();
  const dataDir = join(folder, 'data');
  for (const [name, text] of Object.entries(files)) {
    await mkdir(dirname(join(dataDir, name)), { recursive: true });
    await writeFile(join(dataDir, name), text);
  }
  expect(await refusal(folder, { ...env, DATA_DIR: dataDir })).toEqual([
    'accounts/000.json in DATA_DIR was written by a newer version of Altscribe, or by one that was never released. Start that version. Nothing was changed.',
  ]);
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const found = entries
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name));
  const locks = ['altscribe.lock', 'answers/in-use'];
  const expected = [...Object.keys(files), ...locks].map((name) => join(dataDir, name));
  expect(found.sort()).toEqual(expected.sort());
  for (const [name, text] of Object.entries(files)) {
    expect(await readFile(join(dataDir, name), 'utf8')).toBe(text);
  }
});

test('refuses a DATA_DIR that cannot be used', async () => {
  const folder = await temporaryFolder();
  await writeFile(join(folder, 'file'), '');
  const unusable = 'DATA_DIR cannot be used. It must be a folder that this user may write to.';
  for (const path of ['file', 'file/data']) {
    expect(await refusal(folder, { ...env, DATA_DIR: path })).toEqual([unusable]);
  }
  await mkdir(join(folder, 'data', 'accounts/000.json'), { recursive: true });
  expect(await refusal(folder, { ...env, DATA_DIR: 'data' })).toEqual([
    'accounts/000.json in DATA_DIR cannot be read.',
  ]);
});

test('reports in one sentence that its port is in use', async () => {
  const other = createServer().listen(0, '127.0.0.1');
  onTestFinished(() => void other.close());
  await once(other, 'listening');
  const PORT = String((other.address() as AddressInfo).port);
  const folder = await temporaryFolder();
  expect(await refusal(folder, { ...env, PORT, DATA_DIR: folder })).toEqual([
    `Cannot listen on 127.0.0.1 port ${PORT}: another process uses this port. ` +
      'Stop it, or set PORT to a free port.',
  ]);
});

test('reports in one sentence that its host is not on this machine', async () => {
  const folder = await temporaryFolder();
  // TEST-NET-1: reserved for documentation.
  const lines = await refusal(folder, { ...env, HOST: '192.0.2.1', DATA_DIR: folder });
  expect(lines).toHaveLength(1);
  expect(lines[0]).toMatch(/^Cannot listen on 192\.0\.2\.1 port 0: .* Set HOST/);
});

test(
  'npm start runs the built service with the options of Node.js that save memory',
  { timeout: 60_000 },
  async () => {
    const npmStart = ['npm', '--prefix', process.cwd(), 'start'] as const;
    const service = await startService(env, npmStart);
    onTestFinished(() => service.dispose());
    expect(await commandLines(service.pid)).toContainEqual(
      expect.stringMatching(/^\S*node .*--heap-growing-percent=100 build\/service\/main\.js$/),
    );
  },
);
