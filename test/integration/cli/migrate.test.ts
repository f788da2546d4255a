import { once } from 'node:events';
import { cp, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import {
  afterAll,
  beforeAll,
  beforeEach,
  describe,
  expect,
  onTestFinished,
  test,
  vi,
} from 'vitest';
import { createLog } from '../../../service/server/log.ts';
import { openLowdbAccountStore } from '../../../service/storage/lowdb/account-store.ts';
import { openPostgresAccountStore } from '../../../service/storage/postgres/account-store.ts';
import type { AccountStore } from '../../../service/storage/interfaces/account-store.ts';
import { account, at, reservation } from '../../contract/account-store/examples.ts';
import { usePostgres } from '../../support/postgres/use-postgres.ts';
import { runCliWith, runService, startCli, type Ended } from '../../support/run-to-end.ts';
import { startService } from '../../support/service.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { recordedClaim, fillStore, month, owner, planned } from './fill-store.ts';

// Each command is a process of its own.
vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

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
  { what: 'calls', folder: 201, database: 201 },
  { what: 'call credits', folder: 200, database: 200 },
  { what: 'logins', folder: 0, database: 0 },
  { what: 'operators', folder: 0, database: 0 },
  { what: 'changes', folder: 0, database: 0 },
];

const postgres = usePostgres();
let url: string;
let folder: string;
/** Made once, since so many calls take a while. */
let example: string;

beforeAll(async () => {
  example = await mkdtemp(join(tmpdir(), 'altscribe-'));
  const store = await openLowdbAccountStore(example);
  await fillStore(store);
  await store.close();
});

afterAll(() => rm(example, { recursive: true }));

beforeEach(async () => {
  folder = await temporaryFolder();
  url = await postgres.createDatabase();
});

function fill(): Promise<void> {
  return cp(example, folder, { recursive: true });
}

/** Fills the folder with accounts, and runs a statement on a database that has the tables. */
async function fillAnd(statement: string): Promise<void> {
  await fill();
  await (await openPostgresAccountStore(url, { log: createLog('silent') })).close();
  await postgres.run(url, statement);
}

/** A statement that makes a trigger, which runs `body` for each new row of a table. */
function whenever(table: string, body: string, when = 'BEFORE INSERT'): string {
  const deferred = when === 'BEFORE INSERT' ? '' : 'DEFERRABLE INITIALLY DEFERRED';
  return `CREATE FUNCTION meddle() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN ${body} END $$;
    CREATE ${deferred && 'CONSTRAINT'} TRIGGER meddle ${when} ON ${table} ${deferred}
    FOR EACH ROW EXECUTE FUNCTION meddle()`;
}

function migrate(...flags: string[]): Promise<Ended> {
  return runCliWith({ DATABASE_URL: url }, folder, 'migrate', ...flags);
}

async function countAccounts(): Promise<number> {
  const [row] = await postgres.run(url, 'SELECT count(*)::integer AS accounts FROM accounts');
  return row?.['accounts'] as number;
}

/** Nothing has been imported yet, and another attempt imports all. */
async function expectNothingThenAll(): Promise<void> {
  expect(await countAccounts()).toBe(0);
  expect(await readdir(folder)).not.toContain('altscribe.moved');
  await postgres.run(url, 'DROP FUNCTION IF EXISTS meddle CASCADE');
  expect(await migrate()).toMatchObject({ code: 0 });
  await expectAllImported();
}

/** A claim of another call to a key that has a response. */
const repeated = { ...recordedClaim, call_id: 'repeated' };

/** All that a store returns. */
async function readAll(store: AccountStore) {
  const accounts = await store.listAccounts();
  const keys = await store.listKeys();
  return {
    accounts,
    owned: await store.listAccounts(owner),
    keys,
    found: await Promise.all(keys.map(({ hash }) => store.findKey(hash))),
    entries: await Promise.all(accounts.map(({ user_id }) => store.listEntries(user_id))),
    usage: await Promise.all(accounts.map(({ user_id }) => store.listUsage(user_id))),
    key_usage: await Promise.all(accounts.map(({ user_id }) => store.listKeyUsage(user_id))),
    calls: await Promise.all(accounts.map(({ user_id }) => store.listCalls(user_id))),
    imbalances: await store.listImbalances(),
    record: await store.claimIdempotencyKey(repeated, new Date().toISOString()),
  };
}

async function openDatabase(): Promise<AccountStore> {
  const store = await openPostgresAccountStore(url, { log: createLog('silent') });
  onTestFinished(() => store.close());
  return store;
}

async function expectAllImported(): Promise<void> {
  const before = await openLowdbAccountStore(folder, { isForced: true });
  const exported = await readAll(before);
  await before.close();
  expect(exported.accounts).toHaveLength(4);
  expect(exported.calls.flat()).toHaveLength(201);
  expect(exported.record?.response).toBe('{"altText":"A boat"}');
  expect(await readAll(await openDatabase())).toEqual(exported);
}

test('the store returns the same after it', async () => {
  await fill();
  const { code, stdout, stderr } = await migrate('--json');
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  expect(JSON.parse(stdout)).toEqual(sums);
  await expectAllImported();
});

test('the allowance of this month is not given a second time, that of the next is', async () => {
  await fill();
  await migrate();
  const store = await openDatabase();
  const again = (id: string, when: string) =>
    store.reserve(reservation(id, { user_id: planned, at: when }));
  expect(await again('same', `${month}-28T00:00:00.000Z`)).toMatchObject({ credits_available: 44 });
  expect(await again('next', '2999-01-01T00:00:00.000Z')).toMatchObject({ credits_available: 49 });
});

test('prints a table and what to do next; a second time, it refuses', async () => {
  await fill();
  const { stdout } = await migrate();
  const [head, first] = stdout.split('\n').map((line) => line.split(/ {2,}/));
  expect([head, first]).toEqual([
    ['what', 'folder', 'database'],
    ['accounts', '4', '4'],
  ]);
  expect(stdout).toMatch(/start the service and its commands with this DATABASE_URL/);

  const again = await migrate('--force');
  expect(again).toMatchObject({ code: 1, stdout: '' });
  expect(again.stderr).toMatch(/^The database of DATABASE_URL holds accounts already;.*\n$/);
  await expectAllImported();
});

test('nothing works on the folder after it, unless it is forced to', async () => {
  await fill();
  await migrate();
  const moved =
    /^The accounts of this DATA_DIR were moved into a database on \d{4}-\d\d-\d\d\. Set DATABASE_URL .*\n$/;
  const service = { DATA_DIR: folder, OPENAI_API_KEY: 'never-called' };
  const credit = ['account', 'credit', '--user-id', owner, '--credits', '1'];
  for (const refused of [
    await runService(service, folder),
    await runCliWith({}, folder, ...credit),
    await migrate(),
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

test('more rows than one statement takes, and sums that no number holds, are moved', async () => {
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

describe('refuses, and changes nothing, when', () => {
  test('address and accounts are missing: it says both, and makes no folder', async () => {
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
    expect(stderr).toMatch(/^A service or another command uses this DATA_DIR\. Stop it.*\n$/);
    expect(await postgres.run(url, "SELECT to_regclass('accounts') AS made")).toEqual([
      { made: null },
    ]);
  });

  test('a file is damaged', async () => {
    await fill();
    await writeFile(join(folder, 'accounts', '000.json'), '{');
    const { code, stderr } = await migrate();
    expect(code).toBe(1);
    expect(stderr).toMatch(/^accounts\/000\.json in DATA_DIR is damaged\. .*\n$/);
  });

  test('another fills the database at the same time', async () => {
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
    expect((await ended).stderr).toMatch(/holds accounts already/);
    expect(await countAccounts()).toBe(1);
  });
});

/** How many other connections wait for something. */
async function waiting(event: 'Lock' | 'PgSleep'): Promise<number> {
  const rows = await postgres.run(
    url,
    `SELECT 1 FROM pg_stat_activity WHERE datname = current_database()
       AND (wait_event_type = '${event}' OR wait_event = '${event}')`,
  );
  return rows.length;
}

describe('imports nothing when', () => {
  test.each([
    [
      'drops a key',
      'api_keys',
      'IF NEW.revoked_at IS NULL THEN RETURN NEW; END IF; RETURN NULL;',
      [
        'keys: 4 in the folder, 3 in the database.',
        'revoked keys: 1 in the folder, 0 in the database.',
      ],
    ],
    [
      'changes usage',
      'daily_usage',
      'NEW.credits := NEW.credits + 1; RETURN NEW;',
      ['usage credits: 15 in the folder, 18 in the database.'],
    ],
    [
      'changes the usage of a key',
      'key_usage',
      'NEW.calls := NEW.calls + 1; RETURN NEW;',
      ['key usage calls: 16 in the folder, 19 in the database.'],
    ],
    [
      'drops a call',
      'calls',
      'IF NEW.credits > 0 THEN RETURN NEW; END IF; RETURN NULL;',
      ['calls: 201 in the folder, 200 in the database.'],
    ],
    [
      'changes a balance',
      'accounts',
      `NEW.credits_available := NEW.credits_available
        + CASE NEW.user_id WHEN '${owner}' THEN 1 WHEN '${planned}' THEN -1 ELSE 0 END; RETURN NEW;`,
      [
        `The entries of ${owner} do not add up to its balance.`,
        `The entries of ${planned} do not add up to its balance.`,
      ],
    ],
  ] as const)('the database %s: it names what differs', async (_how, table, body, lines) => {
    await fillAnd(whenever(table, body));
    const { code, stderr } = await migrate();
    expect(code).toBe(1);
    expect(stderr).toBe(
      `Nothing was moved, because sums differ:\n${lines.map((line) => `- ${line}\n`).join('')}`,
    );
    await expectNothingThenAll();
  });

  test('a balance in the folder has been edited by hand', async () => {
    await fill();
    const files = (await readdir(join(folder, 'accounts'))).map((name) =>
      join(folder, 'accounts', name),
    );
    for (const file of files) {
      const text = await readFile(file, 'utf8');
      await writeFile(file, text.replace('"credits_available":100,', '"credits_available":101,'));
    }
    const { code, stderr } = await migrate();
    expect(code).toBe(1);
    expect(stderr).toMatch(/sums differ:\n- The entries of under@example\.com do not add up/);
    expect(await countAccounts()).toBe(0);
  });

  test('the database refuses a row', async () => {
    await fillAnd(whenever('entries', "IF NEW.credits = 20 THEN RAISE 'no'; END IF; RETURN NEW;"));
    const { code, stderr } = await migrate();
    expect(code).toBe(1);
    expect(stderr).toBe('The database refused a statement (P0001).\n');
    await expectNothingThenAll();
  });

  test('the database is stopped in the middle', async () => {
    await fillAnd(whenever('entries', 'PERFORM pg_sleep(60); RETURN NEW;'));
    const ended = migrate();
    await expect.poll(() => waiting('PgSleep'), { timeout: 20_000 }).toBe(1);
    await postgres.stop('crash');
    const { code, stderr } = await ended;
    await postgres.start();
    expect(code).toBe(1);
    expect(stderr).toMatch(/^The database of DATABASE_URL .*\n$/);
    await expectNothingThenAll();
  });

  test.each(['accounts', 'entries', 'daily_usage'])('killed while it fills %s', async (table) => {
    await fillAnd(whenever(table, 'PERFORM pg_sleep(60); RETURN NEW;'));
    const child = startCli({ DATABASE_URL: url }, folder, 'migrate');
    await expect.poll(() => waiting('PgSleep'), { timeout: 20_000 }).toBe(1);
    child.kill('SIGKILL');
    await once(child, 'close');
    // The server would notice only at the end of the row.
    await cutConnections();
    await expectNothingThenAll();
  });
});

async function cutConnections(): Promise<void> {
  await postgres.run(
    url,
    `SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity
     WHERE datname = current_database() AND pid <> pg_backend_pid()`,
  );
}

test('a connection that breaks at the very end leaves a doubt, and it says how to end it', async () => {
  const cut = 'PERFORM pg_terminate_backend(pg_backend_pid()); RETURN NULL;';
  await fillAnd(whenever('daily_usage', cut, 'AFTER INSERT'));
  const { code, stderr } = await migrate();
  expect(code).toBe(1);
  expect(stderr).toMatch(
    /^The connection to the database broke at the very end: .*Run this again.* nothing on this DATA_DIR again\.\n$/,
  );
  await expectNothingThenAll();
});
