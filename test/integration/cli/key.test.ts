import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { CommandError } from '../../../service/cli/commands/store-command.ts';
import { runCli, runCliJson, runHere } from '../../support/run-to-end.ts';
import { detailsPath, startService, type RunningService } from '../../support/service.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

interface Key {
  readonly id: string;
  readonly api_key: string;
}

// Each command is a separate process.
vi.setConfig({ testTimeout: 60_000 });

const owner = 'owner@example.com';
const time: unknown = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);

async function createOwner(dir: string): Promise<string> {
  const options = ['--user-id', owner, '--plan', 'pro', '--credits', '5'];
  return ((await runHere(dir, 'account', 'create', ...options)) as Key).api_key;
}

async function start(dir: string): Promise<RunningService> {
  const service = await startService({ OPENAI_API_KEY: 'never-called', DATA_DIR: dir });
  onTestFinished(async () => {
    await service.stop();
  });
  return service;
}

// Each command is a process in one of them, and is executed in this process in the other one.
describe.each([
  ['without a service', () => Promise.resolve(), runHere],
  ['beside a running service', start, runCliJson],
] as const)('%s', (_where, begin, run) => {
  test('creates, lists and revokes keys', async () => {
    const dir = await temporaryFolder();
    await begin(dir);
    const first = await createOwner(dir);
    const make = ['key', 'create', '--owner', ' OWNER@example.com', '--name', 'Blog'];
    const made = (await run(dir, ...make)) as Key;
    const shown = {
      id: made.id,
      owner,
      name: 'Blog',
      last4: made.api_key.slice(-4),
      created_at: time,
      last_used_at: null,
      revoked_at: null,
      expires_at: null,
      user_id: null,
    };
    expect(made).toEqual({ ...shown, api_key: expect.stringMatching(/^alt_\w{38}$/) as unknown });

    const list = ['key', 'list', '--owner', owner];
    const firstShown = { name: 'First key', last4: first.slice(-4), revoked_at: null };
    expect(await runHere(dir, ...list)).toMatchObject([firstShown, shown]);

    const site = ['--user-id', 'site@example.com'];
    const user = [...site, '--owner', owner, '--plan', 'free', '--credits', '0'];
    await runHere(dir, 'account', 'create', ...user);
    const limited = (await run(dir, ...make, ...site)) as Key & { user_id: string };
    expect(limited.user_id).toBe('site@example.com');
    const { code, stderr } = await runCli(dir, ...make, '--user-id', 'nobody@example.com');
    expect({ code, stderr }).toMatchObject({
      code: 1,
      stderr: expect.stringContaining(
        'owner@example.com has no user nobody@example.com.',
      ) as unknown,
    });
    // An owner's are all of them; a user's are those that work for it.
    const two = ['--user-id', 'two@example.com'];
    await runHere(dir, 'account', 'create', ...user.with(1, 'two@example.com'));
    const idsOf = async (...of: string[]) =>
      ((await run(dir, 'key', 'list', ...of)) as Key[]).map(({ id }) => id).slice(1);
    expect(await idsOf('--user-id', owner)).toEqual([made.id, limited.id]);
    expect(await idsOf(...site)).toEqual([made.id, limited.id]);
    expect(await idsOf(...two)).toEqual([made.id]);
    await expect(runHere(dir, 'key', 'list', '--user-id', 'nobody@example.com')).rejects.toThrow(
      'There is no account nobody@example.com.',
    );
    await runHere(dir, 'key', 'revoke', '--id', limited.id);

    const revoked = { ...shown, revoked_at: time };
    expect(await run(dir, 'key', 'revoke', '--id', made.id)).toEqual(revoked);
    const again = await runHere(dir, 'key', 'revoke', '--id', made.id);
    expect(await runHere(dir, ...list)).toMatchObject([
      firstShown,
      again as object,
      { id: limited.id },
    ]);
    expect(again).toEqual(revoked);
  });

  test('states the problem in one sentence and exits with 1', async () => {
    const dir = await temporaryFolder();
    await begin(dir);
    const notInFuture =
      '--expires-at must be a future day or time in ISO 8601: 2030-01-31 (at 00:00 UTC) or ' +
      '2030-01-31T18:00:00Z.';
    for (const [args, message] of [
      [['create', '--owner', owner, '--expires-at', 'tomorrow'], notInFuture],
      [['create', '--owner', owner, '--expires-at', '2026-01-01'], notInFuture],
      [['create', '--owner', owner], `There is no account ${owner}.`],
      [
        ['revoke', '--id', 'key_none'],
        'There is no key key_none. "altscribe key list" lists all keys.',
      ],
    ] as const) {
      const refused = runHere(dir, 'key', ...args);
      await expect(refused).rejects.toEqual(new CommandError(message));
    }
    const asked = await runCli(dir, 'key', 'create', '--owner', owner, '--expires-at', 'tomorrow');
    expect(asked).toEqual({ code: 1, stdout: '', stderr: `${notInFuture}\n` });
    expect((await runCli(dir, 'key', 'list')).stdout).toBe('None.\n');
  });
});

test('a rotated key works until the new one is in place', async () => {
  const dir = await temporaryFolder();
  const first = await createOwner(dir);
  const service = await start(dir);
  const works = async (key: string) =>
    (await service.post(detailsPath, { user_id: owner }, { 'x-api-key': key })).status === 200;
  const [old] = (await runHere(dir, 'key', 'list')) as Key[];
  const id = old?.id ?? '';
  const made = (await runCliJson(dir, 'key', 'rotate', '--id', id)) as Key;
  expect(made).toMatchObject({ owner, name: 'First key', expires_at: null, user_id: null });
  expect([await works(first), await works(made.api_key)]).toEqual([true, true]);
  const [before] = (await runHere(dir, 'key', 'list')) as { expires_at: string }[];
  const hours = (Date.parse(before?.expires_at ?? '') - Date.now()) / 3_600_000;
  expect(hours).toBeGreaterThan(23);
  expect(hours).toBeLessThanOrEqual(24);

  const next = (await runHere(dir, 'key', 'rotate', '--id', made.id, '--grace', '0')) as Key;
  expect([await works(made.api_key), await works(next.api_key)]).toEqual([false, true]);
  await expect(runHere(dir, 'key', 'rotate', '--id', made.id)).rejects.toEqual(
    new CommandError(`The key ${made.id} no longer works. "altscribe key create" makes a new one.`),
  );
  await expect(runHere(dir, 'key', 'rotate', '--id', 'key_none')).rejects.toThrow(
    'There is no key key_none.',
  );
});

test('a new key works, even after a restart, until it is revoked', async () => {
  const dir = await temporaryFolder();
  await createOwner(dir);
  const { id, api_key: key } = (await runHere(dir, 'key', 'create', '--owner', owner)) as Key;
  const service = await start(dir);
  const ask = () => service.post(detailsPath, { user_id: owner }, { 'x-api-key': key });
  expect((await ask()).status).toBe(200);
  await runHere(dir, 'key', 'revoke', '--id', id);
  expect((await ask()).status).toBe(401);
});

test('a key expires at the given time, which the list shows', async () => {
  const dir = await temporaryFolder();
  await createOwner(dir);
  const service = await start(dir);
  const make = ['key', 'create', '--owner', owner, '--expires-at'];
  const lasting = (await runCliJson(dir, ...make, '2999-01-31T18:00:00+02:00')) as Key;
  const soon = new Date(Date.now() + 4_000).toISOString();
  const brief = (await runHere(dir, ...make, soon)) as Key;
  const ask = async ({ api_key: key }: Key) =>
    (await service.post(detailsPath, { user_id: owner }, { 'x-api-key': key })).status;
  expect([await ask(lasting), await ask(brief)]).toEqual([200, 200]);
  expect(await runHere(dir, 'key', 'list')).toMatchObject([
    { name: 'First key', expires_at: null },
    { expires_at: '2999-01-31T16:00:00.000Z' },
    { expires_at: soon },
  ]);
  await expect.poll(() => ask(brief), { timeout: 10_000 }).toBe(401);
  expect(Date.now()).toBeGreaterThanOrEqual(Date.parse(soon));
  expect(await ask(lasting)).toBe(200);
});

test('no list or file contains a key', async () => {
  const dir = await temporaryFolder();
  const first = await createOwner(dir);
  const { api_key: second } = (await runHere(dir, 'key', 'create', '--owner', owner)) as Key;
  const names = await readdir(join(dir, 'accounts'));
  const files = names.map((name) => readFile(join(dir, 'accounts', name), 'utf8'));
  const file = (await Promise.all(files)).join('\n');
  const list = await runCli(dir, 'key', 'list');
  for (const key of [first, second]) {
    expect(file).not.toContain(key.slice(4, 36));
    expect(list.stdout).not.toContain(key.slice(4, 36));
    expect(list.stdout).toContain(key.slice(-4));
  }
  expect(list.stdout).not.toMatch(/[\da-f]{64}/);
});
