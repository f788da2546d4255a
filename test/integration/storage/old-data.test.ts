import { execFile } from 'node:child_process';
import { chmod, cp, mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, onTestFinished, test } from 'vitest';
import { createLog } from '../../../service/server/log.ts';
import type { AccountStore } from '../../../service/storage/interfaces/storage-backend.ts';
import { layoutMarker, layoutVersion } from '../../../service/storage/lowdb/data-dir.ts';
import { openLowdbAccountStore } from '../../../service/storage/lowdb/account-store.ts';
import { openPostgresAccountStore } from '../../../service/storage/postgres/account-store.ts';
import { account, reservation } from '../../contract/account-store/examples.ts';
import {
  at,
  operator,
  owner,
  recorded,
  response,
  secondFactor,
  site,
  user,
} from '../../fixtures/fill.ts';
import { fixtures, versions, withOlderFiles, withOlderTables } from '../../fixtures/versions.ts';
import { usePostgres } from '../../support/postgres/use-postgres.ts';
import { runCli, runCliWith, runHere } from '../../support/run-to-end.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const postgres = usePostgres();

/** Opens a copy of the data of a released version. */
const opened = {
  async files(version: string): Promise<AccountStore> {
    const dataDir = await temporaryFolder();
    await cp(join(fixtures, version, 'files'), dataDir, { recursive: true });
    return openLowdbAccountStore(dataDir, { mayUpgrade: true });
  },
  async database(version: string): Promise<AccountStore> {
    const url = await postgres.createDatabase();
    await postgres.run(url, await readFile(join(fixtures, version, 'database.sql'), 'utf8'));
    return openPostgresAccountStore(url, { log: createLog('silent'), mayUpgrade: true });
  },
};

const cases = versions.flatMap((version) =>
  (['files', 'database'] as const).map((kind) => ({ version, kind })),
);

test('there is data of each release', () => expect(versions).toEqual(['0.1.0', '0.2.0']));

test.each(cases.filter(({ version }) => version !== '0.1.0'))(
  '$kind of $version have what 0.2.0 added',
  async ({ version, kind }) => {
    const store = await opened[kind](version);
    onTestFinished(() => store.close());
    expect(await store.findKey('hash of key_4')).toMatchObject({ user_id: user });
    expect(await store.findAccount(owner)).toMatchObject({ daily_calls_max: 500 });
    expect(await store.findSecondFactor(operator)).toEqual(secondFactor);
    const listed = await store.listSites({ sinceDay: at.slice(0, 10), limit: 9, offset: 0 });
    expect(listed).toEqual([site]);
  },
);

describe.each(cases)('$kind of $version', ({ version, kind }) => {
  test('can be opened with everything in it', async () => {
    const store = await opened[kind](version);
    onTestFinished(() => store.close());
    expect(await store.findAccount(owner)).toMatchObject({
      owner_id: owner,
      plan_type: 'pro',
      // 100, 5 added, 4 corrected, 3 calls; the reservation of a call that never ended was released.
      credits_available: 98,
      suspended_at: null,
    });
    expect(await store.findAccount(user)).toMatchObject({
      owner_id: owner,
      credits_available: 0,
      monthly_allowance: 50,
    });
    expect(await store.countAccounts()).toBe(2);
    expect(await store.listImbalances()).toEqual([]);

    const entries = await store.listEntries(owner);
    expect(entries.map(({ credits, reason }) => `${reason} ${credits}`).sort()).toEqual([
      'call -1',
      'call -1',
      'call -1',
      'correction -4',

      'top-up 100',
      'top-up 5',
    ]);
    expect(entries).toContainEqual(expect.objectContaining({ credits: 5, note: '“Bezahlt”', at }));
    expect(await store.findKey('hash of key_1')).toMatchObject({
      name: 'Söme “näme” 👁',
      last_used_at: at,
      revoked_at: null,
    });
    expect(await store.findKey('hash of key_2')).toMatchObject({ revoked_at: at });
    expect(await store.findKey('hash of key_3')).toMatchObject({
      expires_at: '2999-01-02T04:04:05.000Z',
    });

    expect(await store.findLogin(operator)).toMatchObject({ is_operator: true });
    expect(await store.findLogin(owner)).toMatchObject({
      is_operator: false,
      password_hash: `password of ${owner}`,
    });
    expect(await store.findSession('session_1')).toMatchObject({ user_id: owner });
    expect(await store.findLink('open link', at)).toMatchObject({ purpose: 'invitation' });
    expect(await store.listUsage(owner)).toMatchObject([{ calls: 4, failures: 1, credits: 3 }]);
    expect(await store.listKeyUsage(owner)).toMatchObject([{ key_id: 'key_1', calls: 4 }]);
    expect(await store.listCalls(owner)).toHaveLength(2);
    expect(await store.listChanges({ limit: 10 })).toMatchObject([
      { id: 'change_1', details: { credits: 5, note: '“Bezahlt”', none: null } },
    ]);
  });

  test('a paid call is not charged again, but the next one is', async () => {
    const store = await opened[kind](version);
    onTestFinished(() => store.close());
    const again = { ...recorded, call_id: 'a repeated call' };
    expect(await store.claimIdempotencyKey(again, at)).toMatchObject({ response });
    const next = reservation('next', { user_id: owner, at });
    await store.reserve(next);
    await store.settle(next, at);
    expect((await store.findAccount(owner))?.credits_available).toBe(97);
    expect(await store.listImbalances()).toEqual([]);
  });
});

const run = promisify(execFile);

/** Paths and contents of the files in a folder. */
async function contentOf(folder: string): Promise<Map<string, string>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile());
  return new Map(
    await Promise.all(
      files.map(async ({ parentPath, name }) => {
        const path = join(parentPath, name);
        return [path.slice(folder.length + 1), await readFile(path, 'utf8')] as const;
      }),
    ),
  );
}

describe.each(withOlderFiles)('an upgrade of the files of %s', (version) => {
  const fixture = join(fixtures, version, 'files');

  /** A copy of the data, in a folder of its own. */
  async function copy(): Promise<string> {
    const dataDir = join(await temporaryFolder(), 'data');
    await cp(fixture, dataDir, { recursive: true });
    return dataDir;
  }

  async function open(dataDir: string): Promise<string[]> {
    const backups: string[] = [];
    const onBackup = (path: string) => void backups.push(path);
    await (await openLowdbAccountStore(dataDir, { onBackup, mayUpgrade: true })).close();
    return backups;
  }

  test('saves them once, beside the folder, and a downgrade restores the same bytes', async () => {
    const dataDir = await copy();
    const [backup = '', ...more] = await open(dataDir);
    expect(more).toEqual([]);
    expect(dirname(backup)).toBe(dirname(dataDir));
    expect(await open(dataDir)).toEqual([]);

    const back = await temporaryFolder();
    await run('tar', ['--extract', '--gzip', '--file', backup, '--directory', back]);
    await run('sha256sum', ['--check', '--quiet', '--strict', 'SHA256SUMS'], { cwd: back });
    const found = await contentOf(back);
    for (const own of ['backup.json', 'SHA256SUMS']) expect(found.delete(own)).toBe(true);
    const wanted = [...(await contentOf(fixture))].filter(([path]) => found.has(path));
    expect([...found].toSorted()).toEqual(wanted.toSorted());
    // Only copies and locks are left out.
    const left = [...(await contentOf(fixture)).keys()].filter((path) => !found.has(path));
    expect(left.filter((path) => !/\.bak$|\.lock$|in-use$/.test(path))).toEqual([]);
    // The next upgrade begins with a backup again.
    expect(await open(back)).toHaveLength(1);
  });

  test('is made by "altscribe upgrade", which says so, and by no other command', async () => {
    const dataDir = await copy();
    const before = await contentOf(dataDir);
    const refused =
      'DATA_DIR is from an older version of Altscribe. Start the service, or run "altscribe upgrade" ' +
      'without DATABASE_URL: both save the present files, and then update them. Nothing was changed.';
    const someone = ['--user-id', owner];
    for (const args of [
      ['account', 'list'],
      ['account', 'credit', ...someone, '--credits', '1'],
    ]) {
      await expect(runHere(dataDir, ...args)).rejects.toThrow(refused);
    }
    for (const args of [['doctor'], ['backup', join(dirname(dataDir), 'b.tar.gz')]]) {
      const { code, stdout, stderr } = await runCli(dataDir, ...args);
      expect({ args, code, said: stdout + stderr }).toMatchObject({
        code: 1,
        said: expect.stringContaining(refused) as string,
      });
    }
    const DATABASE_URL = await postgres.createDatabase();
    const moved = await runCliWith({ DATABASE_URL }, dataDir, 'migrate');
    expect(moved).toEqual({ code: 1, stdout: '', stderr: `${refused}\n` });
    const after = await contentOf(dataDir);
    for (const lock of ['altscribe.lock', 'answers/in-use']) after.delete(lock);
    expect([...after].toSorted()).toEqual([...before].toSorted());
    expect(await readdir(dirname(dataDir))).toEqual(['data']);

    const upgraded = await runCli(dataDir, 'upgrade', '--json');
    expect(upgraded).toMatchObject({ code: 0, stderr: '' });
    const [saved = ''] = (await readdir(dirname(dataDir))).filter((name) => name !== 'data');
    const present = { files: 'of this version', accounts: 2 };
    const beside = join(dirname(dataDir), saved);
    expect(JSON.parse(upgraded.stdout)).toEqual({ ...present, saved_before: beside });
    expect(JSON.parse((await runCli(dataDir, 'upgrade', '--json')).stdout)).toEqual(present);
    expect(await runHere(dataDir, 'account', 'list')).toHaveLength(2);
  });

  test('saves them in the folder if nothing can be written beside it', async () => {
    const dataDir = await copy();
    await chmod(dirname(dataDir), 0o500);
    onTestFinished(() => chmod(dirname(dataDir), 0o700));
    const [backup = ''] = await open(dataDir);
    const isRoot = process.geteuid?.() === 0;
    expect(dirname(backup)).toBe(isRoot ? dirname(dataDir) : dataDir);
  });
});

test('a new folder, and one of this version, need no backup', async () => {
  const dataDir = join(await temporaryFolder(), 'data');
  await mkdir(dataDir);
  await writeFile(join(dataDir, 'note.txt'), 'of the operator');
  const backups: string[] = [];
  for (let i = 0; i < 2; i++) {
    const store = await openLowdbAccountStore(dataDir, { onBackup: (path) => backups.push(path) });
    if (i === 0) await store.createAccount(account(owner), at);
    await store.close();
  }
  expect(backups).toEqual([]);
  expect(await readdir(dirname(dataDir))).toEqual(['data']);
});

test('files of a newer layout are refused and stay as they are', async () => {
  const dataDir = join(await temporaryFolder(), 'data');
  const store = await openLowdbAccountStore(dataDir);
  await store.createAccount(account(owner), at);
  await store.close();
  await writeFile(join(dataDir, layoutMarker), `${layoutVersion + 1}\n`);
  const before = await contentOf(dataDir);
  for (const options of [{}, { mayUpgrade: true }, { isForced: true }]) {
    await expect(openLowdbAccountStore(dataDir, options)).rejects.toThrow(
      'DATA_DIR was used by a newer version of Altscribe, and this one would erase what it does not ' +
        'know. Start that version, or restore the backup from before its upgrade into an empty ' +
        'folder. Nothing was changed.',
    );
  }
  expect(await contentOf(dataDir)).toEqual(before);
});

/** What the tables of a database are. */
async function schemaOf(url: string): Promise<unknown> {
  const columns = `SELECT table_name, column_name, data_type, is_nullable, collation_name
    FROM information_schema.columns WHERE table_schema = 'public' ORDER BY 1, 2`;
  const indexes = `SELECT indexdef FROM pg_indexes WHERE schemaname = 'public' ORDER BY 1`;
  const checks = `SELECT conrelid::regclass::text, pg_get_constraintdef(oid) FROM pg_constraint
    WHERE contype <> 'n' ORDER BY 1, 2`;
  return Promise.all([columns, indexes, checks].map((query) => postgres.run(url, query)));
}

/** A database with the tables that this version makes. */
async function newDatabase(): Promise<string> {
  const url = await postgres.createDatabase();
  await (await openPostgresAccountStore(url, { log: createLog('silent') })).close();
  return url;
}

test.each([
  // Development versions counted the changes one by one. The newer ones are missing here.
  { version: 11, missing: 'DROP TABLE challenges, sites', mayUpgrade: true },
  { version: 12, missing: 'DROP TABLE sites', mayUpgrade: true },
  // The last one had all of them: nobody is asked.
  { version: 13, missing: 'SELECT 1', mayUpgrade: false },
])('tables of development version $version open', async ({ version, missing, mayUpgrade }) => {
  const url = await newDatabase();
  const wanted = await schemaOf(url);
  await postgres.run(url, missing);
  await postgres.run(url, 'DELETE FROM schema_migrations');
  await postgres.run(
    url,
    `INSERT INTO schema_migrations (version) SELECT generate_series(1, ${version})`,
  );
  const log = createLog('silent');
  await (await openPostgresAccountStore(url, { log, mayUpgrade })).close();
  expect(await schemaOf(url)).toEqual(wanted);
});

test.each(withOlderTables)(
  'the tables of %s are changed only if the operator agrees',
  async (version) => {
    const url = await postgres.createDatabase();
    await postgres.run(url, await readFile(join(fixtures, version, 'database.sql'), 'utf8'));
    const before = await schemaOf(url);
    const options = { log: createLog('silent') };
    await expect(openPostgresAccountStore(url, options)).rejects.toThrow(
      'Back up first, with "altscribe backup", which prints the command of pg_dump. Then run ' +
        '"altscribe upgrade --yes"',
    );
    expect(await schemaOf(url)).toEqual(before);

    await (await openPostgresAccountStore(url, { ...options, mayUpgrade: true })).close();
    expect(await schemaOf(url)).toEqual(await schemaOf(await newDatabase()));
    // From now on, nobody is asked.
    await (await openPostgresAccountStore(url, options)).close();
  },
);
