import { expect, onTestFinished, test, vi } from 'vitest';
import { executeCommand } from '../../../service/cli/execute-command.ts';
import { createLog } from '../../../service/server/log.ts';
import { noSecondFactor, type SecondFactor } from '../../../service/storage/interfaces/logins.ts';
import type { AccountStore } from '../../../service/storage/interfaces/storage-backend.ts';
import { openLowdbAccountStore } from '../../../service/storage/lowdb/account-store.ts';
import { openPostgresAccountStore } from '../../../service/storage/postgres/account-store.ts';
import { account, at } from '../../contract/account-store/examples.ts';
import { usePostgres } from '../../support/postgres/use-postgres.ts';
import { runCliWith } from '../../support/run-to-end.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { addSession } from '../../support/credentials.ts';

// Each command is a separate process.
vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

const postgres = usePostgres();

const owner = 'owner@example.com';
const operator = 'operator@example.com';
const now = new Date().toISOString();
const later = new Date(Date.now() + 3_600_000).toISOString();

/** The owner's second factor. */
const factor: SecondFactor = {
  totp_secret: 'JBSWY3DPEHPK3PXP',
  totp_period: 59_000_000,
  recovery_hashes: ['hash of a code', 'hash of another'],
  passkeys: [
    {
      ...{ id: 'credential', public_key: 'public key', counter: 3, transports: ['internal'] },
      ...{ name: 'Söme "phone"', created_at: now },
    },
  ],
  is_required: true,
};

async function letIn(store: AccountStore, userId: string, purpose: 'setup' | 'invitation') {
  const hash = `link of ${userId}`;
  await store.createLink({
    ...{ token_hash: hash, purpose, user_id: userId, created_at: now, expires_at: later },
  });
  await store.useLink(hash, { user_id: userId, password_hash: `password of ${userId}` }, now);
}

/** A folder with an operator, a signed-in owner, an unused link, and changes. */
async function fill(folder: string, count: number): Promise<void> {
  const store = await openLowdbAccountStore(folder);
  await store.createAccount(account(owner), at);
  await letIn(store, owner, 'invitation');
  await letIn(store, operator, 'setup');
  await store.changeSecondFactor(owner, () => factor);
  await addSession(store, {
    ...{ id_hash: 's', user_id: owner, created_at: now, last_seen_at: now, user_agent: 'Browser' },
  });
  await store.createLink({
    ...{ token_hash: 'open', purpose: 'invitation', user_id: owner },
    ...{ created_at: now, expires_at: later },
  });
  const changes = Array.from({ length: count }, (_, n) => ({
    id: `change ${n}`,
    at: new Date(Date.parse(now) - n * 100_000).toISOString(),
    actor: operator,
    action: 'key.created',
    user_id: owner,
    details: { name: 'Söme "näme" 👁', n, none: null },
  }));
  await Promise.all(changes.map((change) => store.addChange(change)));
  await store.close();
}

async function openDatabase(url: string): Promise<AccountStore> {
  const store = await openPostgresAccountStore(url, { log: createLog('silent') });
  onTestFinished(() => store.close());
  return store;
}

test('logins and changes are moved with the accounts; sessions and links end', async () => {
  const folder = await temporaryFolder();
  // More than are moved at once.
  await fill(folder, 1_005);
  const url = await postgres.createDatabase();
  const store = await openDatabase(url);
  // Earlier changes in the database stay in its log, apart from those of the folder.
  const before = { actor: 'x', action: 'key.created', user_id: null, details: {} };
  await store.addChange({ ...before, id: 'before', at: '2026-01-01T00:00:00.000Z' });

  const env = { DATABASE_URL: url };
  const { stdout, stderr } = await runCliWith(env, folder, 'migrate', '--json');
  expect(stderr).toBe('');
  const comparisons: unknown = JSON.parse(stdout);
  for (const [what, count] of Object.entries({ logins: 2, operators: 1, changes: 1_005 })) {
    expect(comparisons).toContainEqual({ what, folder: count, database: count });
  }
  const files = await openLowdbAccountStore(folder, { isForced: true });
  for (const user of [owner, operator]) {
    const login = await files.findLogin(user);
    expect(login?.password_hash).toBe(`password of ${user}`);
    expect(await store.findLogin(user)).toEqual(login);
  }
  expect(await files.findSecondFactor(owner)).toEqual(factor);
  expect(await store.findSecondFactor(owner)).toEqual(factor);
  expect(await store.findSecondFactor(operator)).toEqual(noSecondFactor);
  expect(await store.findUserOfPasskey('credential')).toBe(owner);
  const changes = await files.listChanges({ limit: 2_000 });
  const newestFirst = changes.toSorted((a, b) => (a.at > b.at ? -1 : 1));
  expect((await store.listChanges({ limit: 2_000 })).slice(0, -1)).toEqual(newestFirst);
  await files.close();
  expect(await store.findSession('s')).toBeUndefined();
  expect(await store.findLink('open', now)).toBeUndefined();
});

test('moves nothing into a database that has an operator, or if a login would be dropped', async () => {
  const folder = await temporaryFolder();
  await fill(folder, 1);
  const url = await postgres.createDatabase();
  const store = await openDatabase(url);
  await letIn(store, operator, 'setup');
  const env = { DATABASE_URL: url };
  const migrate = () => runCliWith(env, folder, 'migrate');
  expect(await migrate()).toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/already has operators.*Nothing was changed\.\n$/) as unknown,
  });

  const config = { dataDir: folder, databaseUrl: url };
  await executeCommand(config, 'operator remove', { user_id: operator });
  await postgres.run(
    url,
    `CREATE FUNCTION meddle() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
       IF NEW.is_operator THEN RETURN NULL; END IF; RETURN NEW; END $$;
     CREATE TRIGGER meddle BEFORE INSERT ON logins FOR EACH ROW EXECUTE FUNCTION meddle()`,
  );
  expect((await migrate()).stderr).toBe(
    'Nothing was moved, because sums differ:\n- logins: 2 in the folder, 1 in the database.\n' +
      '- operators: 1 in the folder, 0 in the database.\n',
  );
  expect(await store.countAccounts()).toBe(0);
  expect((await store.listChanges({ limit: 10 })).map(({ action }) => action)).toEqual([
    'operator.removed',
  ]);
});
