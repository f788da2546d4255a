import { cp, mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { openLowdbAccountStore } from '../../../../../service/storage/lowdb/account-store.ts';
import type { AccountStore } from '../../../../../service/storage/interfaces/storage-backend.ts';
import { StoreError } from '../../../../../service/storage/interfaces/errors.ts';
import {
  account,
  at,
  claim,
  reservation,
  user,
} from '../../../../contract/account-store/examples.ts';
import { temporaryFolder } from '../../../../support/temporary-folder.ts';

const response = '{"altText":"A boat"}';

let folder: string;
let store: AccountStore;

beforeEach(async () => {
  folder = await temporaryFolder();
  store = await open(folder);
  await store.createAccount(account(user, { credits_available: 5 }), at);
});

async function open(path: string): Promise<AccountStore> {
  const opened = await openLowdbAccountStore(path);
  onTestFinished(() => opened.close());
  return opened;
}

function now(): string {
  return new Date().toISOString();
}

function dayBefore(days: number): string {
  return new Date(Date.now() - days * 86_400_000).toISOString();
}

function claimKey(from: AccountStore, callId: string) {
  return from.claimIdempotencyKey(claim(callId), now());
}

function settle(of: AccountStore, callId: string, when = now()) {
  return of.settle(reservation(callId), when, { claim: claim(callId), response });
}

async function balance(of: AccountStore) {
  return (await of.findAccount(user))?.credits_available;
}

/** The files of records, by day. */
async function recordFiles(path = folder): Promise<string[]> {
  const all = await readdir(join(path, 'answers'), { recursive: true });
  return all.filter((name) => name.endsWith('.json'));
}

/** The files that a crash at this moment would leave. */
async function crash(): Promise<string> {
  const left = await temporaryFolder();
  await cp(folder, left, { recursive: true });
  return left;
}

/** The files that a crash leaves between writing a record and settling its call. */
async function crashBeforeSettled(): Promise<string> {
  await claimKey(store, 'c1');
  await store.reserve(reservation('c1'));
  const left = await crash();
  await settle(store, 'c1');
  await cp(join(folder, 'answers'), join(left, 'answers'), { recursive: true });
  return left;
}

test('a crash before a call is settled leaves neither a charge nor a response', async () => {
  const left = await crashBeforeSettled();
  expect(await recordFiles(left)).toHaveLength(1);
  const again = await open(left);
  expect(await balance(again)).toBe(5);
  expect(await recordFiles(left)).toEqual([]);
  expect(await claimKey(again, 'c2')).toBeUndefined();
});

test('a crash after a call is settled leaves the charge and the response', async () => {
  await claimKey(store, 'c1');
  await store.reserve(reservation('c1'));
  await settle(store, 'c1');
  for (let i = 0; i < 2; i++) {
    const again = await open(await crash());
    expect(await balance(again)).toBe(4);
    expect(await claimKey(again, 'c2')).toMatchObject({ response });
  }
});

test('a crash ends every call and every claim', async () => {
  await claimKey(store, 'c1');
  await store.reserve(reservation('c1'));
  const again = await open(await crash());
  expect(await claimKey(again, 'c2')).toBeUndefined();
  expect(await balance(again)).toBe(5);
});

test('a leftover reservation does not remove the record of a later call', async () => {
  await claimKey(store, 'c1');
  await store.reserve(reservation('c1'));
  // The call failed, and its credit could not be released.
  await store.dropClaim(claim('c1'));
  await claimKey(store, 'c2');
  await store.reserve(reservation('c2'));
  await settle(store, 'c2');
  const again = await open(await crash());
  expect(await balance(again)).toBe(4);
  expect(await claimKey(again, 'c3')).toMatchObject({ response });
});

test('a call has neither a valid record nor a charge if the accounts cannot be written', async () => {
  await claimKey(store, 'c1');
  await store.reserve(reservation('c1'));
  const accounts = join(folder, 'accounts');
  const [file = ''] = (await readdir(accounts)).filter((name) => name.endsWith('.json'));
  const before = await readFile(join(accounts, file));
  // A folder in the place of the file cannot be replaced by renaming, even by root.
  await rm(join(accounts, file));
  await mkdir(join(accounts, file, 'in the way'), { recursive: true });
  await expect(settle(store, 'c1')).rejects.toThrow(StoreError);
  await store.dropClaim(claim('c1'));
  expect(await recordFiles()).toHaveLength(1);
  expect(await claimKey(store, 'c2')).toBeUndefined();
  await expect(store.release(reservation('c1'))).rejects.toThrow(StoreError);

  await rm(join(accounts, file), { recursive: true });
  await writeFile(join(accounts, file), before);
  await store.release(reservation('c1'));
  expect(await balance(store)).toBe(5);
  expect(await recordFiles()).toEqual([]);
});

test('a call is not charged if its record cannot be written', async () => {
  await claimKey(store, 'c1');
  await store.reserve(reservation('c1'));
  await rm(join(folder, 'answers'), { recursive: true });
  await writeFile(join(folder, 'answers'), '');
  await expect(settle(store, 'c1')).rejects.toThrow(StoreError);
  await rm(join(folder, 'answers'));
  await mkdir(join(folder, 'answers'));
  await store.release(reservation('c1'));
  await store.dropClaim(claim('c1'));
  expect(await balance(store)).toBe(5);
  expect(await claimKey(store, 'c2')).toBeUndefined();
});

test('stores records outside the account files, where only the owner may read them', async () => {
  await claimKey(store, 'c1');
  await store.reserve(reservation('c1'));
  await settle(store, 'c1');
  const [file = ''] = await recordFiles();
  expect((await stat(join(folder, 'answers', file))).mode & 0o777).toBe(0o600);
  for (const name of await readdir(join(folder, 'accounts'))) {
    expect(await readFile(join(folder, 'accounts', name), 'utf8')).not.toContain('A boat');
  }
});

test('a clock that is briefly days ahead removes no record', async () => {
  await claimKey(store, 'c1');
  await store.reserve(reservation('c1'));
  await settle(store, 'c1');
  const other = { ...claim('c2'), key: 'another' };
  await store.claimIdempotencyKey(other, now());
  await store.reserve(reservation('c2'));
  await store.settle(reservation('c2'), dayBefore(-3), { claim: other, response });
  expect(await claimKey(store, 'c3')).toMatchObject({ response });
});

test('a damaged record is an error that names the file, and never a second charge', async () => {
  await claimKey(store, 'c1');
  await store.reserve(reservation('c1'));
  await settle(store, 'c1');
  const [file = ''] = await recordFiles();
  await writeFile(join(folder, 'answers', file), '{"call_id":');
  await expect(claimKey(store, 'c2')).rejects.toThrow(`answers/${file} in DATA_DIR is damaged`);
});

test('accounts of earlier versions without an ID also have records', async () => {
  await store.close();
  const accounts = join(folder, 'accounts');
  for (const name of await readdir(accounts)) {
    const text = await readFile(join(accounts, name), 'utf8');
    await writeFile(join(accounts, name), text.replace(/"id":"[-0-9a-f]{36}",/, ''));
  }
  store = await open(folder);
  await claimKey(store, 'c1');
  await store.reserve(reservation('c1'));
  await settle(store, 'c1');
  expect(await claimKey(await open(await crash()), 'c2')).toMatchObject({ response });
});
