import { createHash } from 'node:crypto';
import { readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { openLowdbAccountStore } from '../../../../../service/storage/lowdb/account-store.ts';
import {
  AccountOwnsOthersError,
  DamagedDataError,
  StoreError,
} from '../../../../../service/storage/interfaces/errors.ts';
import type { AccountStore } from '../../../../../service/storage/interfaces/storage-backend.ts';
import {
  account,
  apiKey,
  at,
  entry,
  reservation,
  user,
} from '../../../../contract/account-store/examples.ts';
import { temporaryFolder } from '../../../../support/temporary-folder.ts';
import { credentialsIn } from '../../../../support/credentials.ts';

const shardOf = (userId: string) =>
  (parseInt(createHash('sha256').update(userId).digest('hex').slice(0, 4), 16) % 4_096)
    .toString(16)
    .padStart(3, '0');

/** Other users in the same file as `user`. */
const neighbours: string[] = [];
for (let i = 0; neighbours.length < 2; i++) {
  if (shardOf(`n${i}@example.com`) === shardOf(user)) neighbours.push(`n${i}@example.com`);
}
const [neighbour = '', stranger = ''] = neighbours;
const elsewhere = 'elsewhere@example.com';
const name = `${shardOf(user)}.json`;

async function open(folder: string): Promise<AccountStore> {
  const store = await openLowdbAccountStore(folder);
  onTestFinished(() => store.close());
  return store;
}

/** A folder with three owners, two of them in one file, with logins. */
async function newFolder(): Promise<string> {
  const folder = await temporaryFolder();
  const store = await openLowdbAccountStore(folder);
  for (const id of [user, neighbour, elsewhere]) {
    const key = apiKey(`key of ${id}`, { owner_id: id });
    await store.createAccount(account(id, { credits_available: 5 }), at, key);
    await letIn(store, id);
  }
  await store.changeCredits(entry('e1', 2));
  const credentials = await credentialsIn(store, user);
  await store.changePassword(user, 'changed', { credentials, exceptIdHash: null });
  await store.close();
  return folder;
}

async function letIn(
  store: AccountStore,
  id: string,
  purpose: 'invitation' | 'setup' = 'invitation',
) {
  const now = new Date().toISOString();
  const expires_at = new Date(Date.now() + 3_600_000).toISOString();
  await store.createLink({
    ...{ token_hash: `link ${id}`, purpose, user_id: id, created_at: now, expires_at },
  });
  return store.useLink(`link ${id}`, { user_id: id, password_hash: 'hash' }, now);
}

interface File {
  readonly version: 1;
  readonly accounts: Record<string, Record<string, unknown>>;
}

const readJson = async (path: string) => JSON.parse(await readFile(path, 'utf8')) as File;

/** Changes the entry of a user in a file. */
async function harm(path: string, change: (entry: Record<string, unknown>) => unknown) {
  const file = await readJson(path);
  const harmed = change(file.accounts[user] ?? {});
  const accounts = { ...file.accounts, [user]: harmed };
  await writeFile(path, JSON.stringify({ ...file, accounts }));
  return harmed;
}

/** Each way in which an account could be changed, lost or recreated. */
const attempts = (store: AccountStore, id = user): [string, () => Promise<unknown>][] => [
  ['findAccount', () => store.findAccount(id)],
  ['createAccount', () => store.createAccount(account(id), at)],
  ['createAccount of a user', () => store.createAccount(account('x@y.z', { owner_id: id }), at)],
  ['changeCredits', () => store.changeCredits({ ...entry('e9', 9), user_id: id })],
  ['changePlan', () => store.changePlan(id, { plan_type: 'free', monthly_allowance: null })],
  ['suspendAccount', () => store.suspendAccount(id, at)],
  ['repairAccount', () => store.repairAccount(id, at)],
  ['reserve', () => store.reserve(reservation('r9', { user_id: id }))],
  ['createKey', () => store.createKey(apiKey('key_9', { owner_id: id }))],
  ['removeAccount', () => store.removeAccount(id)],
];

async function expectRefused(store: AccountStore, id = user): Promise<void> {
  for (const [what, attempt] of attempts(store, id)) {
    await expect(attempt(), what).rejects.toThrow(DamagedDataError);
  }
}

/** The others work: in memory, on disk and in lists. */
async function expectOthersWork(store: AccountStore, others: readonly string[]): Promise<void> {
  for (const id of others) {
    await store.reserve(reservation(`r of ${id}`, { user_id: id }));
    await store.settle(reservation(`r of ${id}`, { user_id: id }), at);
    expect(await store.findAccount(id)).toMatchObject({ credits_available: 4 });
    expect(await store.findKey(`hash of key of ${id}`)).toMatchObject({ owner_id: id });
    expect(await store.findLogin(id)).toMatchObject({ user_id: id });
  }
  const ids = (await store.listAccounts()).map(({ user_id }) => user_id);
  expect(ids).toEqual([...others].sort());
  expect((await store.listOwners({ limit: 9 })).map((one) => one.account.user_id)).toEqual(ids);
  expect(await store.listImbalances()).toEqual([]);
}

describe('an account whose entry is damaged', () => {
  test.each<[string, (entry: Record<string, unknown>) => unknown]>([
    ['credits_available', (one) => ({ ...one, credits_available: -1, later: { a: [1.5, 'é'] } })],
    [
      'entries.1.id',
      (one) => ({ ...one, entries: [(one['entries'] as unknown[])[0], { credits: 'two' }] }),
    ],
    ['keys', (one) => ({ ...one, keys: null })],
    ['user_id', ({ owner_id }) => ({ owner_id })],
  ])(
    'at %j is the only one out of service, and none of its data is lost',
    async (place, change) => {
      const folder = await newFolder();
      const path = join(folder, 'accounts', name);
      const whole = (await readJson(path)).accounts[user];
      const harmed = await harm(path, change);

      const store = await open(folder);
      const [damage, ...more] = await store.listDamage();
      expect(more).toEqual([]);
      expect(damage).toMatchObject({ what: 'account', user_ids: [user] });
      const where = `: ${place} is not valid`;
      expect(damage?.detail).toContain(
        `Its entry in accounts/${name} in DATA_DIR is damaged${where}.`,
      );
      // The previous version has a readable entry, and keeps it.
      expect(damage?.detail).toContain(`the one in ${name}.bak`);
      await expectRefused(store);
      await expectOthersWork(store, [elsewhere, neighbour]);
      expect(await store.removeAccount(neighbour)).toBe(true);
      await store.createAccount(account(neighbour), at);
      // An owner whose account is damaged cannot sign in.
      expect(await store.findLogin(user)).toBeUndefined();
      await store.close();
      expect((await readJson(path)).accounts[user]).toEqual(harmed);

      await harm(path, () => whole);
      const repaired = await open(folder);
      expect(await repaired.listDamage()).toEqual([]);
      expect(await repaired.findAccount(user)).toEqual(account(user, { credits_available: 7 }));
      expect(await repaired.findLogin(user)).toMatchObject({ password_hash: 'changed' });
    },
  );

  test('keeps its previous version while others in its file change', async () => {
    const folder = await newFolder();
    const path = join(folder, 'accounts', name);
    const before = await readFile(`${path}.bak`, 'utf8');
    await harm(path, (one) => ({ ...one, plan_type: 7 }));
    const store = await open(folder);
    for (let i = 0; i < 3; i++) {
      await store.changeCredits({ ...entry(`n${i}`, 1), user_id: neighbour });
    }
    expect(await readFile(`${path}.bak`, 'utf8')).toBe(before);
  });

  test('is not offered its previous version if that is also damaged', async () => {
    const folder = await newFolder();
    const path = join(folder, 'accounts', name);
    for (const one of [path, `${path}.bak`]) await harm(one, (was) => ({ ...was, plan_type: 7 }));
    const [damage] = await (await open(folder)).listDamage();
    expect(damage?.detail).not.toContain('.bak');
    expect(damage?.detail).toContain('your own backup');
  });

  test('has keys that are neither unknown nor valid', async () => {
    const folder = await newFolder();
    await harm(join(folder, 'accounts', name), (one) => ({ ...one, plan_type: 7 }));
    const store = await open(folder);
    await expect(store.findKey(`hash of key of ${user}`)).rejects.toThrow(DamagedDataError);
    await expect(store.revokeKey(`key of ${user}`, at)).rejects.toThrow(DamagedDataError);
    expect(await store.findKey('hash of another')).toBeUndefined();
    expect(await store.revokeKey('another', at)).toBeUndefined();
  });

  test.each([
    ['belongs', (one: object) => ({ ...one, plan_type: 7 })],
    ['may belong', () => 'nonsense'],
  ])('keeps the owner that it %s to from being removed', async (_how, change) => {
    const folder = await temporaryFolder();
    const store = await openLowdbAccountStore(folder);
    await store.createAccount(account(elsewhere), at);
    await store.createAccount(account(user, { owner_id: elsewhere }), at);
    await store.close();
    await harm(join(folder, 'accounts', name), change);
    const again = await open(folder);
    await expect(again.removeAccount(elsewhere)).rejects.toThrow(AccountOwnsOthersError);
    await expect(again.removeAccount(elsewhere)).rejects.toThrow(user);
    expect(await again.findAccount(elsewhere)).toBeDefined();
  });
});

describe('a file of accounts', () => {
  test.each<[string, (path: string) => Promise<unknown>]>([
    ['is cut short', (path) => writeFile(path, '{"version":1,"acc')],
    ['is empty', (path) => writeFile(path, '')],
    ['is null', (path) => writeFile(path, 'null')],
    ['has no accounts', (path) => writeFile(path, '{"version":1,"accounts":[]}')],
    ['is of no version', (path) => writeFile(path, '{"accounts":{}}')],
    ['is gone', (path) => rm(path)],
  ])('that %s takes its accounts out of service, and is not written', async (_what, change) => {
    const folder = await newFolder();
    const path = join(folder, 'accounts', name);
    await change(path);
    const text = await readFile(path, 'utf8').catch(() => 'none');
    const copy = await readFile(`${path}.bak`, 'utf8');

    const store = await open(folder);
    const [damage, ...more] = await store.listDamage();
    expect(more).toEqual([]);
    expect(damage).toMatchObject({ what: 'account', user_ids: [user, neighbour].sort() });
    expect(damage?.detail).toMatch(
      new RegExp(`^accounts/${name} in DATA_DIR is .*: copy it to ${name}, .* Then restart`),
    );
    for (const id of [user, neighbour]) await expectRefused(store, id);
    // It is unknown whether the file had this account.
    await expect(store.createAccount(account(stranger), at)).rejects.toThrow(DamagedDataError);
    await expect(store.findKey(`hash of key of ${user}`)).rejects.toThrow(DamagedDataError);
    await expectOthersWork(store, [elsewhere]);
    await store.close();
    expect(await readFile(path, 'utf8').catch(() => 'none')).toBe(text);
    expect(await readFile(`${path}.bak`, 'utf8')).toBe(copy);

    await writeFile(path, copy);
    const repaired = await open(folder);
    expect(await repaired.listDamage()).toEqual([]);
    expect(await repaired.findAccount(user)).toMatchObject({ credits_available: 5 });
  });

  test('of a newer version prevents the start', async () => {
    const folder = await newFolder();
    await writeFile(join(folder, 'accounts', name), '{"version":9}');
    await expect(openLowdbAccountStore(folder)).rejects.toThrow(StoreError);
    await expect(openLowdbAccountStore(folder)).rejects.toThrow(
      'written by a newer version of Altscribe',
    );
  });
});

describe('a login that is damaged', () => {
  test.each<[string, (path: string) => Promise<unknown>]>([
    ['alone', (path) => harm(path, (one) => ({ ...one, sessions: [7] }))],
    ['with its file', (path) => writeFile(path, '{"version":1,"acc')],
    ['with an empty file', (path) => writeFile(path, '')],
    ['with a file of null', (path) => writeFile(path, 'null')],
  ])('%s lets no user in, and all others work', async (how, change) => {
    const folder = await newFolder();
    const path = join(folder, 'logins', name);
    await change(path);
    const text = await readFile(path, 'utf8');
    const store = await open(folder);
    expect(await store.listDamage()).toMatchObject([{ what: 'login' }]);
    expect((await store.listDamage())[0]?.user_ids).toContain(user);
    expect(await store.findLogin(user)).toBeUndefined();
    expect(await store.listSessions(user)).toEqual([]);
    await expect(store.findSecondFactor(user)).rejects.toThrow(DamagedDataError);
    await expect(letIn(store, user)).rejects.toThrow(DamagedDataError);
    await expect(store.removeLogin(user)).rejects.toThrow(DamagedDataError);
    // With the account, the login would be removed, too.
    await expect(store.removeAccount(user)).rejects.toThrow(DamagedDataError);
    expect(await store.findAccount(user)).toMatchObject({ credits_available: 7 });
    expect(await store.findLogin(elsewhere)).toMatchObject({ user_id: elsewhere });
    if (how === 'alone') {
      expect(await letIn(store, neighbour)).toMatchObject({ user_id: neighbour });
      const file = await readJson(path);
      expect(file.accounts[user]).toEqual((JSON.parse(text) as File).accounts[user]);
    } else expect(await readFile(path, 'utf8')).toBe(text);
  });

  test('may be the only operator’s, so no user becomes the first one', async () => {
    const folder = await temporaryFolder();
    const store = await openLowdbAccountStore(folder);
    const now = new Date().toISOString();
    const expires_at = new Date(Date.now() + 3_600_000).toISOString();
    const link = { purpose: 'setup', user_id: null, created_at: now, expires_at } as const;
    await store.createFirstOperatorLink({ ...link, token_hash: 'first' });
    await letIn(store, user, 'setup');
    await store.close();
    await harm(join(folder, 'logins', name), (one) => ({ ...one, links: null }));
    const again = await open(folder);
    expect(await again.listOperators()).toEqual([]);
    expect(await again.createFirstOperatorLink({ ...link, token_hash: 'second' })).toBe(false);
    expect(await again.findLink('first', now)).toBeUndefined();
    expect(await letIn(again, elsewhere, 'setup')).toMatchObject({ is_operator: true });
  });
});

test('a damaged record of a call left by a crash is removed, and the start continues', async () => {
  const folder = await newFolder();
  const store = await openLowdbAccountStore(folder);
  const claim = {
    ...{ owner_id: user, key: 'k', fingerprint: 'f', user_id: user, call_id: 'r1' },
    expires_at: new Date(Date.now() + 60_000).toISOString(),
  };
  const now = new Date().toISOString();
  await store.claimIdempotencyKey(claim, now);
  await store.reserve(reservation('r1'));
  await store.settle(reservation('r1'), now, { claim, response: '{}' });
  await store.close();
  // As if it had ended before the last write of the call.
  const path = join(folder, 'accounts', name);
  await writeFile(path, await readFile(`${path}.bak`, 'utf8'));
  const [day = ''] = await readdir(join(folder, 'answers')).then((names) =>
    names.filter((one) => one !== 'in-use'),
  );
  const [file = ''] = await readdir(join(folder, 'answers', day));
  await writeFile(join(folder, 'answers', day, file), '{');
  const again = await open(folder);
  expect(await again.findAccount(user)).toMatchObject({ credits_available: 7 });
  expect(await readdir(join(folder, 'answers', day))).toEqual([]);
});
