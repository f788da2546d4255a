import { cp, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, vi } from 'vitest';
import { importFolder } from '../../../service/compose-migration.ts';
import { createLog } from '../../../service/server/log.ts';
import { openLowdbAccountStore } from '../../../service/storage/lowdb/account-store.ts';
import { openPostgresAccountStore } from '../../../service/storage/postgres/account-store.ts';
import type { AccountStore } from '../../../service/storage/interfaces/storage-backend.ts';
import type { Postgres } from '../../support/postgres/server.ts';
import { useOwnPostgres } from '../../support/postgres/use-postgres.ts';
import { runCliWith, type Ended } from '../../support/run-to-end.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { fillStore, owner, recordedClaim } from './fill-store.ts';

export let postgres: Postgres;
/** An empty database and an empty folder for each test. */
export let url: string;
export let folder: string;
/** Created once per test file, because this many calls take a while. */
let example: string;

/** Gives the tests of a file a server, an empty database and an empty folder. */
export function useMigration(): void {
  // Each command is a separate process.
  vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });
  postgres = useOwnPostgres();

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
}

export function fill(): Promise<void> {
  return cp(example, folder, { recursive: true });
}

/** Fills the folder with accounts, and runs a statement on a database with the tables. */
export async function fillAnd(statement: string): Promise<void> {
  await fill();
  await (await openPostgresAccountStore(url, { log: createLog('silent') })).close();
  await postgres.run(url, statement);
}

/** A statement that creates a trigger, which runs `body` for each new row of a table. */
export function whenever(table: string, body: string, when = 'BEFORE INSERT'): string {
  const deferred = when === 'BEFORE INSERT' ? '' : 'DEFERRABLE INITIALLY DEFERRED';
  return `CREATE FUNCTION meddle() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN ${body} END $$;
    CREATE ${deferred && 'CONSTRAINT'} TRIGGER meddle ${when} ON ${table} ${deferred}
    FOR EACH ROW EXECUTE FUNCTION meddle()`;
}

export function migrate(...flags: string[]): Promise<Ended> {
  return runCliWith({ DATABASE_URL: url }, folder, 'migrate', ...flags);
}

/** Does what the command does, in this process: only tests of output and exit codes need another one. */
export async function migrateHere(): Promise<void> {
  await importFolder(folder, url, createLog('silent'), false);
}

export async function countAccounts(): Promise<number> {
  const [row] = await postgres.run(url, 'SELECT count(*)::integer AS accounts FROM accounts');
  return row?.['accounts'] as number;
}

/** Checks that nothing was imported, and that another attempt imports everything. */
export async function expectNothingThenAll(): Promise<void> {
  expect(await countAccounts()).toBe(0);
  expect(await readdir(folder)).not.toContain('altscribe.moved');
  await postgres.run(url, 'DROP FUNCTION IF EXISTS meddle CASCADE');
  await migrateHere();
  await expectAllImported();
}

/** Another call's claim on a key with a response. */
const repeated = { ...recordedClaim, call_id: 'repeated' };

/** Everything that a store returns. */
export async function readAll(store: AccountStore) {
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
    sites: await store.listSites({ sinceDay: '2000-01-01', limit: 10, offset: 0 }),
    imbalances: await store.listImbalances(),
    record: await store.claimIdempotencyKey(repeated, new Date().toISOString()),
  };
}

export async function openDatabase(): Promise<AccountStore> {
  const store = await openPostgresAccountStore(url, { log: createLog('silent') });
  onTestFinished(() => store.close());
  return store;
}

export async function expectAllImported(): Promise<void> {
  const before = await openLowdbAccountStore(folder, { isForced: true });
  const exported = await readAll(before);
  await before.close();
  expect(exported.accounts).toHaveLength(4);
  expect(exported.calls.flat()).toHaveLength(201);
  expect(exported.record?.response).toBe('{"altText":"A boat"}');
  expect(await readAll(await openDatabase())).toEqual(exported);
}

/** How many other connections are waiting. */
export async function waiting(event: 'Lock' | 'PgSleep'): Promise<number> {
  const rows = await postgres.run(
    url,
    `SELECT 1 FROM pg_stat_activity WHERE datname = current_database()
       AND (wait_event_type = '${event}' OR wait_event = '${event}')`,
  );
  return rows.length;
}
