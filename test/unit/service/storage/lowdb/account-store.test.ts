import { cp, mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { openLowdbAccountStore } from '../../../../../service/storage/lowdb/account-store.ts';
import type { AccountStore } from '../../../../../service/storage/interfaces/storage-backend.ts';
import { StoreError, StoreLockedError } from '../../../../../service/storage/interfaces/errors.ts';
import {
  account as anAccount,
  apiKey,
  at,
  call,
  entry,
  found,
  reservation,
  usage,
  user,
} from '../../../../contract/account-store/examples.ts';
import { temporaryFolder } from '../../../../support/temporary-folder.ts';

const account = anAccount(user, { credits_available: 5 });

async function open(folder: string): Promise<AccountStore> {
  const store = await openLowdbAccountStore(folder);
  onTestFinished(() => store.close());
  return store;
}

/** A copy of a folder at this moment, as a crash would leave it. */
async function copyOf(folder: string): Promise<string> {
  const copy = join(await temporaryFolder(), 'data');
  await cp(folder, copy, { recursive: true });
  return copy;
}

test('creates its folder, which only its owner may enter', async () => {
  const folder = join(await temporaryFolder(), 'deep', 'data');
  await open(folder);
  expect((await stat(folder)).mode & 0o777).toBe(0o700);
});

test('opening releases reservations left over by a crash, durably', async () => {
  const folder = await temporaryFolder();
  const store = await openLowdbAccountStore(folder);
  await store.createAccount(account, at);
  for (const id of ['r1', 'r2']) await store.reserve(reservation(id, { credits: 2 }));
  const left = await copyOf(folder);
  await store.close();

  const again = await open(left);
  expect(await again.findAccount(user)).toEqual(account);
  expect(await again.listImbalances()).toEqual([]);
  await again.release(reservation('r1', { credits: 2 }));
  expect(await again.findAccount(user)).toEqual(account);
  await again.close();
  const [file = ''] = await filesWith(left, user);
  expect(await readFile(file, 'utf8')).toContain('"reservations":[]');
});

test('the disk has each change when its method resolves', async () => {
  const folder = await temporaryFolder();
  const onDisk = async () => {
    const copy = await openLowdbAccountStore(await copyOf(folder));
    try {
      return { account: await copy.findAccount(user), entries: await copy.listEntries(user) };
    } finally {
      await copy.close();
    }
  };
  const store = await open(folder);
  await store.createAccount(account, at);
  expect(await onDisk()).toMatchObject({ account });
  await store.changeCredits(entry('e1', 2));
  expect(await onDisk()).toMatchObject({ account: { credits_available: 7 } });
  await store.reserve(reservation('r1'));
  await store.settle(reservation('r1'), at);
  expect(await onDisk()).toMatchObject({
    account: { credits_available: 6 },
    entries: [{ id: 'r1' }, { id: 'e1' }, { credits: 5 }],
  });
});

test('only one store at a time can open a folder', async () => {
  const folder = await temporaryFolder();
  const first = await openLowdbAccountStore(folder);
  await expect(openLowdbAccountStore(folder)).rejects.toThrow(StoreLockedError);
  await first.close();
  await open(folder);
});

test('only one store can open a folder even if the lock file is deleted', async () => {
  const folder = await temporaryFolder();
  const first = await openLowdbAccountStore(folder);
  for (let attempt = 0; attempt < 2; attempt++) {
    await rm(join(folder, 'altscribe.lock'), { force: true });
    await expect(openLowdbAccountStore(folder)).rejects.toThrow(StoreLockedError);
  }
  await first.close();
  await open(folder);
});

test('waits the given time for the process that has the folder open', async () => {
  const folder = await temporaryFolder();
  const first = await openLowdbAccountStore(folder);
  await expect(openLowdbAccountStore(folder, { waitMs: 150 })).rejects.toThrow(StoreLockedError);
  const outcome = openLowdbAccountStore(folder, { waitMs: 10_000 }).then(
    (store) => store,
    (error: unknown) => error,
  );
  // It has tried to open the folder before these attempts end.
  for (let attempt = 0; attempt < 20; attempt++) {
    await expect(openLowdbAccountStore(folder)).rejects.toThrow(StoreLockedError);
  }
  await first.close();
  const second = await outcome;
  expect(second).not.toBeInstanceOf(Error);
  await (second as AccountStore).close();
});

test('no file contains a removed account', async () => {
  const folder = await temporaryFolder();
  const store = await open(folder);
  await store.createAccount(account, at, apiKey('key_1'));
  await store.changeCredits(entry('e1', 1));
  // The file and its copy.
  expect(await filesWith(folder, user)).toHaveLength(2);
  await store.removeAccount(user);
  expect(await filesWith(folder, user)).toEqual([]);
});

/** The files of accounts that have a word in them. */
async function filesWith(folder: string, word: string): Promise<string[]> {
  const paths = (await readdir(join(folder, 'accounts'))).map((name) =>
    join(folder, 'accounts', name),
  );
  const texts = paths.map(async (path) => ({ path, text: await readFile(path, 'utf8') }));
  return (await Promise.all(texts))
    .filter(({ text }) => text.includes(word))
    .map(({ path }) => path);
}

test('can be pinged after a failed change once the disk accepts writes again', async () => {
  const folder = await temporaryFolder();
  const store = await open(folder);
  await store.createAccount(account, at);
  await store.ping();
  const away = `${folder}.away`;
  onTestFinished(() => rm(away, { recursive: true, force: true }));
  await rename(folder, away);
  await expect(store.changeCredits(entry('e1', 1))).rejects.toThrow(StoreError);
  await Promise.all([1, 2, 3].map(() => expect(store.ping()).rejects.toThrow('cannot be written')));
  await rename(away, folder);
  await Promise.all([1, 2, 3].map(() => store.ping()));
  const names = ['accounts', 'altscribe.layout', 'altscribe.lock', 'answers', 'changes', 'logins'];
  expect((await readdir(folder)).toSorted()).toEqual(names);
  expect(await store.changeCredits(entry('e1', 1))).toMatchObject({ credits_available: 6 });
});

test('releases the lock if a folder cannot be opened', async () => {
  const folder = await temporaryFolder();
  const file = join(folder, 'accounts', '000.json');
  await mkdir(join(folder, 'accounts'));
  // The file that this user is in.
  await writeFile(file, '{"version":9}');
  await expect(openLowdbAccountStore(folder)).rejects.toThrow(StoreError);
  await rm(file);
  await open(folder);
});

test('reports another file in the place of its folder', async () => {
  const folder = await temporaryFolder();
  await writeFile(join(folder, 'accounts'), '');
  await expect(openLowdbAccountStore(folder)).rejects.toThrow(StoreError);
});

test('changes fail without effect while it cannot write, and work again later', async () => {
  const folder = await temporaryFolder();
  const store = await open(folder);
  await store.createAccount(account, at);
  await store.reserve(reservation('r1'));
  const entries = await store.listEntries(user);

  // A folder in the place of the file cannot be replaced by renaming, even by root.
  const [file = ''] = await filesWith(folder, user);
  await rename(file, `${file}.away`);
  await mkdir(join(file, 'in the way'), { recursive: true });
  for (const change of [
    () => store.changeCredits(entry('e1', 100)),
    () => store.changePlan(user, { plan_type: 'free', monthly_allowance: 1 }),
    () => store.removeAccount(user),
    () => store.createKey(apiKey('key_1')),
    () => store.reserve(reservation('r2')),
    () => store.settle(reservation('r1'), at),
    () => store.release(reservation('r1')),
    () => store.addUsage(usage('2026-01-02', { calls: 1 })),
  ]) {
    await expect(change()).rejects.toThrow(StoreError);
  }
  expect(await store.listAccounts()).toEqual([{ ...account, credits_available: 4 }]);
  expect(await store.findKey(apiKey('key_1').hash)).toBeUndefined();
  expect(await store.listEntries(user)).toEqual(entries);
  expect(await store.listUsage(user)).toEqual([]);
  expect(await store.listImbalances()).toEqual([]);

  await rm(file, { recursive: true });
  await store.release(reservation('r1'));
  expect(await store.findAccount(user)).toEqual(account);
  await store.close();
  expect(await (await open(folder)).listAccounts()).toEqual([account]);
});

test('opens files of the first release unchanged', async () => {
  const folder = await temporaryFolder();
  const released = {
    ...{ user_id: user, owner_id: user, plan_type: 'pro', credits_available: 4 },
    ...{ monthly_allowance: null, allowance_month: null, reservations: [], usage: [] },
    keys: [
      {
        ...{ id: 'key_1', owner_id: user, name: 'Key', hash: 'hash of key_1', last4: 'abcd' },
        ...{ created_at: at, last_used_at: null, revoked_at: null },
      },
    ],
    entries: [{ id: 'e1', user_id: user, credits: 4, reason: 'top-up', request_id: null, at }],
  };
  const file = { version: 1, accounts: { [user]: released } };
  await mkdir(join(folder, 'accounts'));
  // The file that this user is in.
  await writeFile(join(folder, 'accounts', '816.json'), JSON.stringify(file));

  const store = await openLowdbAccountStore(folder, { mayUpgrade: true });
  onTestFinished(() => store.close());
  expect(await store.findAccount(user)).toEqual(anAccount(user, { credits_available: 4 }));
  expect(await store.findKey('hash of key_1')).toEqual(found(apiKey('key_1')));
  expect(await store.listEntries(user)).toEqual([entry('e1', 4)]);
  expect(await store.listKeyUsage(user)).toEqual([]);
  expect(await store.listCalls(user)).toEqual([]);
  await store.addCalls([call(1)]);
  await store.rotateKey('key_1', apiKey('key_2', { created_at: at }), at);
  expect(await store.listCalls(user)).toEqual([call(1)]);
  await store.removeAccount(user);
  expect(await readdir(join(folder, 'calls'))).toEqual([]);
});

test('removes an account whose calls cannot be removed, and the error says so', async () => {
  const folder = await temporaryFolder();
  const store = await open(folder);
  await store.createAccount(account, at);
  await store.addCalls([call(1)]);
  const [name] = await readdir(join(folder, 'calls'));
  await rm(join(folder, 'calls'), { recursive: true });
  // A folder in the place of the file.
  await mkdir(join(folder, 'calls', name ?? ''), { recursive: true });
  await expect(store.removeAccount(user)).rejects.toThrow(
    'a@example.com was removed, but the file of its calls in DATA_DIR was not.',
  );
  expect(await store.findAccount(user)).toBeUndefined();
});
