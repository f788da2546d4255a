import { readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Client } from 'pg';
import { describe, expect, onTestFinished, test } from 'vitest';
import { openLowdbAccountStore } from '../../../service/storage/lowdb/account-store.ts';
import { account, at, reservation } from '../../contract/account-store/examples.ts';
import { runCliWith, runService } from '../../support/run-to-end.ts';
import { startService } from '../../support/service.ts';
import { month, owner, planned } from './fill-store.ts';
import {
  countAccounts,
  expectAllImported,
  fill,
  fillAnd,
  folder,
  migrate,
  migrateHere,
  openDatabase,
  postgres,
  url,
  useMigration,
  waiting,
} from './migration.ts';

useMigration();

const dayMs = 86_400_000;

const sums = [
  { what: 'accounts', folder: 4, database: 4 },
  { what: 'keys', folder: 4, database: 4 },
  { what: 'revoked keys', folder: 1, database: 1 },
  { what: 'entries', folder: 210, database: 210 },
  { what: 'usage days', folder: 3, database: 3 },
  { what: 'kept answers', folder: 1, database: 1 },
  { what: 'credits available', folder: 1_850, database: 1_850 },
  { what: 'entry credits', folder: 1_850, database: 1_850 },
  { what: 'usage credits', folder: 15, database: 15 },
  { what: 'key usage days', folder: 3, database: 3 },
  { what: 'key usage calls', folder: 16, database: 16 },
  { what: 'sites', folder: 1, database: 1 },
  { what: 'calls', folder: 201, database: 201 },
  { what: 'call credits', folder: 200, database: 200 },
  { what: 'logins', folder: 0, database: 0 },
  { what: 'operators', folder: 0, database: 0 },
  { what: 'changes', folder: 0, database: 0 },
];

test('the store returns the same data after a migration', async () => {
  await fill();
  const { code, stdout, stderr } = await migrate('--json');
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  expect(JSON.parse(stdout)).toEqual(sums);
  await expectAllImported();
});

test("today's calls still count against the day's limits", async () => {
  await fill();
  const day = (ms: number) => new Date(Date.now() + ms).toISOString().slice(0, 10);
  const days = {
    [day(0)]: { '': 7, [owner]: 5 },
    [day(-dayMs)]: { '': 9 },
    '2999-01-01': { '': 1 },
  };
  await writeFile(join(folder, 'call-counts.json'), JSON.stringify({ version: 1, days }));
  await migrateHere();
  const counts = 'SELECT scope, calls::int, day::text FROM call_counts ORDER BY day, scope';
  expect(await postgres.run(url, counts)).toEqual([
    { scope: '', calls: 9, day: day(-dayMs) },
    { scope: '', calls: 7, day: day(0) },
    { scope: owner, calls: 5, day: day(0) },
  ]);
});

test("the allowance of this month is not given twice, and next month's is given", async () => {
  await fill();
  await migrateHere();
  const store = await openDatabase();
  const again = (id: string, when: string) =>
    store.reserve(reservation(id, { user_id: planned, at: when }));
  expect(await again('same', `${month}-28T00:00:00.000Z`)).toMatchObject({ credits_available: 44 });
  expect(await again('next', '2999-01-01T00:00:00.000Z')).toMatchObject({ credits_available: 49 });
});

test('prints a table and the next steps, and the state when run again', async () => {
  await fill();
  const { stdout } = await migrate();
  const [head, first] = stdout.split('\n').map((line) => line.split(/ {2,}/));
  expect([head, first]).toEqual([
    ['what', 'folder', 'database'],
    ['accounts', '4', '4'],
  ]);
  expect(stdout).toMatch(/start the service and its commands with this DATABASE_URL/);

  const state = await migrate('--json');
  expect(state).toMatchObject({ code: 0, stderr: '' });
  expect(JSON.parse(state.stdout)).toEqual({
    moved_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT/) as unknown,
    accounts_in_database: 4,
  });
  expect((await migrate()).stdout).toContain(
    'already moved into a database, and nothing was moved',
  );

  const again = await migrate('--force');
  expect(again).toMatchObject({ code: 1, stdout: '' });
  expect(again.stderr).toMatch(/^The database of DATABASE_URL already contains accounts\..*\n$/);
  await expectAllImported();
});

test('nothing opens the folder after a migration unless forced', async () => {
  await fill();
  await migrateHere();
  const moved =
    /^The accounts of this DATA_DIR were moved into a database on \d{4}-\d\d-\d\d\. Set DATABASE_URL .*\n$/;
  const service = { DATA_DIR: folder, OPENAI_API_KEY: 'never-called' };
  const credit = ['account', 'credit', '--user-id', owner, '--credits', '1'];
  for (const refused of [
    await runService(service, folder),
    await runCliWith({}, folder, ...credit),
  ]) {
    expect(refused).toMatchObject({ code: 1, stderr: expect.stringMatching(moved) as unknown });
  }
  const show = ['account', 'show', '--user-id', owner, '--json'];
  const forced = await runCliWith({}, folder, ...show, '--force');
  expect(JSON.parse(forced.stdout)).toMatchObject({ credits_available: 1_705 });
  const inDatabase = await runCliWith({ DATABASE_URL: url }, folder, ...credit, '--json');
  expect(JSON.parse(inDatabase.stdout)).toMatchObject({ credits_available: 1_706 });
  await rm(join(folder, 'altscribe.moved'));
  expect((await runCliWith({}, folder, ...show)).code).toBe(0);
});

test('moves more rows than fit in one statement, and sums larger than a JavaScript number', async () => {
  const store = await openLowdbAccountStore(folder);
  const rich = { credits_available: Number.MAX_SAFE_INTEGER };
  const users = Array.from({ length: 1_001 }, (_, n) => `${n}@example.com`);
  await Promise.all(users.map((user) => store.createAccount(account(user, rich), at)));
  await store.close();
  const { stdout } = await migrate('--json');
  expect(JSON.parse(stdout)).toContainEqual({
    what: 'entries',
    folder: 1_001,
    database: 1_001,
  });
});

describe('refuses and changes nothing if', () => {
  test('the address and the accounts are missing: it reports both and creates no folder', async () => {
    const { code, stderr } = await runCliWith({}, folder, 'migrate');
    expect(code).toBe(1);
    expect(stderr).toMatch(/^The configuration has problems:\n- DATABASE_URL .+\n- DATA_DIR .+\n$/);
    expect(await readdir(folder)).toEqual([]);
  });

  test('a service uses the folder', async () => {
    await fill();
    const service = await startService({ DATA_DIR: folder, OPENAI_API_KEY: 'never-called' });
    onTestFinished(() => service.dispose());
    const { code, stderr } = await migrate();
    expect(code).toBe(1);
    expect(stderr).toMatch(/^A service or another command is using this DATA_DIR\. Stop it.*\n$/);
    expect(await postgres.run(url, "SELECT to_regclass('accounts') AS made")).toEqual([
      { made: null },
    ]);
  });

  test('a file is damaged', async () => {
    await fill();
    await writeFile(join(folder, 'accounts', '000.json'), '{');
    const { code, stderr } = await migrate();
    expect(code).toBe(1);
    expect(stderr).toMatch(/^Nothing was moved, because these would be lost:\n- The account of /);
    expect(stderr).toContain('accounts/000.json in DATA_DIR is damaged.');
  });

  test('another migration fills the database at the same time', async () => {
    await fillAnd('SELECT 1');
    const other = new Client(url);
    await other.connect();
    onTestFinished(() => other.end());
    await other.query('BEGIN');
    await other.query(
      `INSERT INTO accounts (user_id, owner_id, plan_type, credits_available)
       VALUES ('x', 'x', 'pro', 0)`,
    );
    const ended = migrate();
    await expect.poll(() => waiting('Lock'), { timeout: 20_000 }).toBe(1);
    await other.query('COMMIT');
    expect((await ended).stderr).toMatch(/already contains accounts/);
    expect(await countAccounts()).toBe(1);
  });
});
