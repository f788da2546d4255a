import { readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import type { AccountStore } from '../../../../../service/storage/interfaces/storage-backend.ts';
import { openLowdbAccountStore } from '../../../../../service/storage/lowdb/account-store.ts';
import { account, user } from '../../../../contract/account-store/examples.ts';
import { temporaryFolder } from '../../../../support/temporary-folder.ts';
import { addSession, credentialsIn } from '../../../../support/credentials.ts';

const now = new Date().toISOString();
const later = new Date(Date.now() + 3_600_000).toISOString();

async function open(folder: string): Promise<AccountStore> {
  const store = await openLowdbAccountStore(folder);
  onTestFinished(() => store.close());
  return store;
}

const letIn = async (store: AccountStore) => {
  await store.createLink({
    ...{ token_hash: 'link', purpose: 'invitation', user_id: user },
    ...{ created_at: now, expires_at: later },
  });
  return store.useLink('link', { user_id: user, password_hash: 'secret hash' }, now);
};

/** A folder with an account whose owner has a login. */
async function newFolder(): Promise<string> {
  const folder = await temporaryFolder();
  const store = await openLowdbAccountStore(folder);
  await store.createAccount(account(user), now);
  await letIn(store);
  await store.close();
  return folder;
}

test('opens data of a version without a dashboard unchanged', async () => {
  const folder = await newFolder();
  for (const one of ['logins', 'changes']) await rm(join(folder, one), { recursive: true });
  const store = await open(folder);
  expect(await store.findAccount(user)).toEqual(account(user));
  expect(await store.findLogin(user)).toBeUndefined();
  expect(await letIn(store)).toMatchObject({ user_id: user });
});

test('a crash during a removal leaves no valid login', async () => {
  const folder = await newFolder();
  await rm(join(folder, 'accounts'), { recursive: true });
  const store = await open(folder);
  expect(await store.findLogin(user)).toBeUndefined();
  await store.createAccount(account(user), now);
  expect(await store.findLogin(user)).toBeUndefined();
});

test('no file contains a removed login', async () => {
  const folder = await newFolder();
  const store = await open(folder);
  const credentials = await credentialsIn(store, user);
  await store.changePassword(user, 'another secret hash', { credentials, exceptIdHash: null });
  const mentions = async () => {
    const names = await readdir(folder, { recursive: true });
    const files = names.filter((name) => /^logins\//.test(name));
    const texts = await Promise.all(files.map((name) => readFile(join(folder, name), 'utf8')));
    return texts.filter((text) => text.includes('secret hash')).length;
  };
  expect(await mentions()).toBe(2);
  await store.removeAccount(user);
  expect(await mentions()).toBe(0);
});

test('removes expired links and sessions when others are created', async () => {
  const folder = await newFolder();
  const store = await open(folder);
  const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000).toISOString();
  const session = (id_hash: string, created_at: string, last_seen_at: string) =>
    addSession(store, { id_hash, user_id: user, created_at, last_seen_at, user_agent: 'B' });
  await session('idle', hoursAgo(20), hoursAgo(13));
  await session('used', hoursAgo(700), hoursAgo(1));
  await session('new', now, now);
  expect(await store.findSession('idle')).toBeUndefined();
  expect((await store.listSessions(user)).map(({ id_hash }) => id_hash)).toEqual(['new', 'used']);
  const oldest = hoursAgo(-100);
  await session('much later', oldest, oldest);
  expect((await store.listSessions(user)).map(({ id_hash }) => id_hash)).toEqual(['much later']);
});
