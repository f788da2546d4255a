import { once } from 'node:events';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { StoreError } from '../../../service/storage/interfaces/errors.ts';
import { startCli } from '../../support/run-to-end.ts';
import { owner, planned } from './fill-store.ts';
import {
  countAccounts,
  expectNothingThenAll,
  fill,
  fillAnd,
  folder,
  migrate,
  migrateHere,
  postgres,
  url,
  useMigration,
  waiting,
  whenever,
} from './migration.ts';

useMigration();

describe('imports nothing if', () => {
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
  ] as const)('the database %s, and names the difference', async (_how, table, body, lines) => {
    await fillAnd(whenever(table, body));
    await expect(migrateHere()).rejects.toEqual(
      new StoreError(
        `Nothing was moved, because sums differ:\n${lines.map((line) => `- ${line}`).join('\n')}`,
      ),
    );
    await expectNothingThenAll();
  });

  test('a balance in the folder was edited by hand', async () => {
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

  test('the database stops during the import', async () => {
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

  test.each(['accounts', 'entries', 'daily_usage'])(
    'it is killed while it fills %s',
    async (table) => {
      await fillAnd(whenever(table, 'PERFORM pg_sleep(60); RETURN NEW;'));
      const child = startCli({ DATABASE_URL: url }, folder, 'migrate');
      await expect.poll(() => waiting('PgSleep'), { timeout: 20_000 }).toBe(1);
      child.kill('SIGKILL');
      await once(child, 'close');
      // The server would notice only at the end of the row.
      await cutConnections();
      await expectNothingThenAll();
    },
  );
});

async function cutConnections(): Promise<void> {
  await postgres.run(
    url,
    `SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity
     WHERE datname = current_database() AND pid <> pg_backend_pid()`,
  );
}

test('a connection that breaks during the commit leaves the outcome unknown, and the command says how to find out', async () => {
  const cut = 'PERFORM pg_terminate_backend(pg_backend_pid()); RETURN NULL;';
  await fillAnd(whenever('daily_usage', cut, 'AFTER INSERT'));
  const { code, stderr } = await migrate();
  expect(code).toBe(1);
  expect(stderr).toMatch(
    /^The connection to the database broke at the very end: .*Run this again.* never again with this DATA_DIR\.\n$/,
  );
  await expectNothingThenAll();
});
