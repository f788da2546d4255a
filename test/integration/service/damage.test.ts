import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import {
  createOperator,
  createOwner,
  createVisitor,
  quickPasswords,
  signIn,
} from '../../support/dashboard-visitor.ts';
import { usePostgres } from '../../support/postgres/use-postgres.ts';
import { runCli, runCliWith, runHere } from '../../support/run-to-end.ts';
import { detailsPath, startService } from '../../support/service.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { startWebhook } from '../../support/webhook.ts';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 60_000 });

const postgres = usePostgres();

const [damaged, whole, user] = ['a@example.com', 'whole@example.com', 'user@example.com'];
/** The file of the damaged account, and that of its login. */
const file = '816.json';

const account = (userId: string) => ['--user-id', userId];

async function start(env: Record<string, string>) {
  const service = await startService({
    ...{ OPENAI_BASE_URL: 'http://127.0.0.1:9/v1', ...quickPasswords },
    ...env,
  });
  onTestFinished(async () => void (await service.stop()));
  return service;
}

interface File {
  readonly accounts: Record<string, Record<string, unknown>>;
}

/** Changes fields of an entry in a file, as a fault of the program or an editor would. */
async function harm(path: string, userId: string, fields: object): Promise<void> {
  const stored = JSON.parse(await readFile(path, 'utf8')) as File;
  stored.accounts[userId] = { ...stored.accounts[userId], ...fields };
  await writeFile(path, JSON.stringify(stored));
}

test('a damaged account and a damaged login on files: all others work', async () => {
  const folder = await temporaryFolder();
  const dataDir = join(folder, 'data');
  const webhook = await startWebhook();
  onTestFinished(() => webhook.stop());
  const env = { DATA_DIR: dataDir, ALERT_WEBHOOK_URL: webhook.url };
  await mkdir(dataDir);
  const first = await start(env);
  const keyOfDamaged = await createOwner(first, damaged);
  const key = await createOwner(first, whole);
  await first.createAccount({ user_id: user, owner: whole });
  await createOperator(first, 'operator@example.com');
  await first.stop();
  const path = join(dataDir, 'accounts', file);
  await harm(path, damaged, { credits_available: 'ten' });
  await harm(join(dataDir, 'logins', file), damaged, { sessions: 'none' });
  const before = await readFile(path, 'utf8');

  const service = await start(env);
  expect(service.log()).toContain('"what":"account","user":["a@example.com"]');
  expect(service.log()).toContain('"what":"login","user":["a@example.com"]');
  const details = (userId: string, apiKey: string) =>
    service.post(detailsPath, { user_id: userId }, { 'x-api-key': apiKey });
  expect((await details(whole, key)).status).toBe(200);
  expect((await details(user, key)).status).toBe(200);
  for (const refused of [await details(damaged, keyOfDamaged), await details(damaged, key)]) {
    expect(refused.status).toBe(500);
    expect(refused.body['error']).toMatch(/^This account cannot be read at the moment\./);
  }
  expect((await signIn(createVisitor(service.url), whole)).status).toBe(303);
  const unknown = await signIn(createVisitor(service.url), 'nobody@example.com');
  expect((await signIn(createVisitor(service.url), damaged)).status).toBe(unknown.status);

  const operator = createVisitor(service.url);
  await signIn(operator, 'operator@example.com');
  for (const page of ['owners', `owners/${whole}`, 'all-usage', 'log', 'health']) {
    expect((await operator.get(`/dashboard/${page}`)).status).toBe(200);
  }
  expect((await operator.get(`/dashboard/owners/${damaged}`)).status).toBe(500);
  // LOG_REDACT removes the field `user`, and no message contains it.
  for (const line of service.log().trim().split('\n')) {
    const { user: _user, ...rest } = JSON.parse(line) as { user?: unknown };
    if (JSON.stringify(rest).includes('damaged')) expect(JSON.stringify(rest)).not.toContain('@');
  }

  const metrics = await (await fetch(`${service.url}/metrics`)).text();
  expect(metrics).toMatch(/^altscribe_damaged_data 2$/m);
  await expect.poll(() => webhook.texts()).toHaveLength(1);
  expect(webhook.texts()[0]).toMatch(
    /^Altscribe: Accounts or logins are damaged\n.* of a@example\.com /,
  );

  // Each command names the account, and none recreates or loses it.
  const out = /out of service\. .*accounts\/816\.json in DATA_DIR is damaged: credits_available /;
  const { code, stderr } = await runCli(dataDir, 'account', 'show', ...account(damaged));
  expect([code, stderr]).toEqual([1, expect.stringMatching(out)]);
  for (const args of [
    ['account', 'create', ...account(damaged), '--plan', 'pro', '--credits', '5'],
    ['account', 'credit', ...account(damaged), '--credits', '5'],
    ['account', 'repair', ...account(damaged)],
    ['account', 'invite', ...account(damaged)],
    ['key', 'create', '--owner', damaged],
  ]) {
    await expect(runHere(dataDir, ...args), args.join(' ')).rejects.toThrow(out);
  }
  const remove = service.execute('account remove', { user_id: damaged, yes: true });
  await expect(remove).rejects.toThrow('This login is out of service.');
  const list = await service.execute('account list', {});
  expect(list).toMatchObject([
    { user_id: user },
    { user_id: whole },
    { user_id: damaged, detail: expect.stringContaining('is damaged') as unknown },
  ]);
  const doctor = await runCli(dataDir, 'doctor');
  expect(doctor.code).toBe(1);
  expect(doctor.stdout).toMatch(out);
  expect(doctor.stdout).toContain('The account of a@example.com is out of service.');
  expect(doctor.stdout).toContain('Stop the service, repair the entry or replace it');
  expect(doctor.stdout).toContain('The login of a@example.com is out of service.');

  // A backup contains it unchanged, and it is still there after a restore.
  const archive = join(folder, 'backup.tar.gz');
  expect((await runCli(dataDir, 'backup', archive)).code).toBe(0);
  await service.stop();
  expect(await readFile(path, 'utf8')).toBe(before);
  const restored = join(folder, 'restored');
  const { stdout } = await runCliWith({ DATA_DIR: restored }, folder, 'restore', archive);
  expect(stdout).toMatch(/^damaged: 2$/m);
  expect(await readFile(join(restored, 'accounts', file), 'utf8')).toBe(before);

  const target = { DATA_DIR: dataDir, DATABASE_URL: await postgres.createDatabase() };
  const migrated = await runCliWith(target, folder, 'migrate');
  expect(migrated.code).toBe(1);
  expect(migrated.stderr).toMatch(/^Nothing was moved, because these would be lost:\n/);
  expect(migrated.stderr).toMatch(out);

  await harm(path, damaged, { credits_available: 10 });
  await harm(join(dataDir, 'logins', file), damaged, { sessions: [] });
  const repaired = await start(env);
  expect(await repaired.credits(damaged)).toBe(10);
  expect((await signIn(createVisitor(repaired.url), damaged)).status).toBe(303);
  await expect.poll(() => webhook.texts().at(-1)).toContain('Resolved: Accounts or logins are');
});

test('a backup contains the copy of a missing file', async () => {
  const folder = await temporaryFolder();
  const dataDir = join(folder, 'data');
  const create = (id: string) => [...account(id), '--plan', 'pro', '--credits', '5'];
  await runHere(dataDir, 'account', 'create', ...create(damaged));
  await runHere(dataDir, 'account', 'plan', ...account(damaged), '--plan', 'free');
  await runHere(dataDir, 'account', 'create', ...create(whole));
  await rm(join(dataDir, 'accounts', file));
  const archive = join(folder, 'backup.tar.gz');
  expect(await runCli(dataDir, 'backup', archive)).toMatchObject({ code: 0 });
  const restored = { DATA_DIR: join(folder, 'restored') };
  const { stdout } = await runCliWith(restored, folder, 'restore', archive);
  expect(stdout).toMatch(/^accounts: 1$/m);
  expect(stdout).toMatch(/^damaged: 1$/m);
  const doctor = await runCliWith(restored, folder, 'doctor');
  expect(doctor.stdout).toContain('The account of a@example.com is out of service.');
});

test('a damaged second factor in PostgreSQL takes only its login out of service', async () => {
  const url = await postgres.createDatabase();
  const env = { DATABASE_URL: url, PUBLIC_URL: 'http://localhost:3000' };
  const first = await start(env);
  for (const id of [damaged, whole]) await createOwner(first, id);
  await createOperator(first, 'operator@example.com');
  await createOperator(first, 'another@example.com');
  const visitor = createVisitor(first.url);
  await signIn(visitor, damaged);
  const oddities = `'{"passkeys":[{"transports":[7]}],"recovery_hashes":[]}'`;
  const where = `WHERE user_id IN ('${damaged}', 'another@example.com')`;
  await postgres.run(url, `UPDATE logins SET second_factor = ${oddities} ${where}`);
  // Also while the service runs.
  expect((await visitor.get('/dashboard/account')).location).toContain('/dashboard/sign-in');
  await first.stop();

  const service = await start(env);
  expect(service.log()).toContain('"what":"login","user":["a@example.com"]');
  expect((await signIn(createVisitor(service.url), whole)).status).toBe(303);
  const operator = createVisitor(service.url);
  expect((await signIn(operator, 'operator@example.com')).status).toBe(303);
  for (const page of ['owners', `owners/${damaged}`, 'log', 'health']) {
    expect((await operator.get(`/dashboard/${page}`)).status).toBe(200);
  }
  expect(await service.execute('operator list', {})).toMatchObject([
    { user_id: 'operator@example.com' },
  ]);
  const unknown = await signIn(createVisitor(service.url), 'nobody@example.com');
  expect((await signIn(createVisitor(service.url), damaged)).status).toBe(unknown.status);
  const doctor = await runCliWith({ DATABASE_URL: url }, await temporaryFolder(), 'doctor');
  expect(doctor.stdout).toMatch(
    /The login of a@example\.com is out of service\. .* second_factor\.totp_secret is not valid\./,
  );
});
