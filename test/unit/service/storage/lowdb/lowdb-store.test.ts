import { mkdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { openLowdbStore } from '../../../../../service/storage/lowdb/lowdb-store.ts';
import { StoreError, StoreLockedError, type Store } from '../../../../../service/storage/store.ts';
import { temporaryFolder } from '../../../../support/temporary-folder.ts';

const user = 'a@example.com';
const account = { user_id: user, owner_id: user, plan_type: 'pro', credits_available: 5 };

async function open(folder: string): Promise<Store> {
  const store = await openLowdbStore(folder);
  onTestFinished(() => store.close());
  return store;
}

test('makes its folder, which only its owner may enter', async () => {
  const folder = join(await temporaryFolder(), 'deep', 'data');
  await open(folder);
  expect((await stat(folder)).mode & 0o777).toBe(0o700);
});

test('reservations that were left over are released when it is opened, durably', async () => {
  const folder = await temporaryFolder();
  const file = join(folder, 'altscribe.json');
  const reservation = (id: string, userId = user) => ({ id, user_id: userId, credits: 2 });
  await writeFile(
    file,
    JSON.stringify({
      version: 1,
      accounts: { [user]: { ...account, credits_available: 1 } },
      keys: {},
      reservations: {
        r1: reservation('r1'),
        r2: reservation('r2'),
        r3: reservation('r3', 'gone@example.com'),
      },
    }),
  );
  const store = await open(folder);
  expect(await store.findAccount(user)).toEqual(account);
  await store.release('r1');
  expect(await store.findAccount(user)).toEqual(account);
  expect(JSON.parse(await readFile(file, 'utf8'))).toMatchObject({
    accounts: { [user]: account },
    reservations: {},
  });
});

test('what is on the disk when a method resolves is what it says', async () => {
  const folder = await temporaryFolder();
  const onDisk = async () =>
    JSON.parse(await readFile(join(folder, 'altscribe.json'), 'utf8')) as object;
  const store = await open(folder);
  await store.createAccount(account);
  expect(await onDisk()).toMatchObject({ accounts: { [user]: account } });
  await store.reserve({ id: 'r1', user_id: user, credits: 1 });
  expect(await onDisk()).toMatchObject({
    accounts: { [user]: { credits_available: 4 } },
    reservations: { r1: { credits: 1 } },
  });
  await store.settle('r1');
  expect(await onDisk()).toMatchObject({ reservations: {} });
});

test('a folder is open to one store at a time, until that is closed', async () => {
  const folder = await temporaryFolder();
  const first = await openLowdbStore(folder);
  await expect(openLowdbStore(folder)).rejects.toThrow(StoreLockedError);
  await first.close();
  await open(folder);
});

test('a file that cannot be opened lets go of the lock', async () => {
  const folder = await temporaryFolder();
  const file = join(folder, 'altscribe.json');
  await writeFile(file, '');
  await expect(openLowdbStore(folder)).rejects.toThrow(StoreError);
  await rm(file);
  await open(folder);
});

test('while it cannot write, changes fail and change nothing; later they work again', async () => {
  const folder = await temporaryFolder();
  const store = await open(folder);
  await store.createAccount(account);
  await store.reserve({ id: 'r1', user_id: user, credits: 1 });

  // A folder in the place of the file cannot be renamed over, whoever the user is.
  const file = join(folder, 'altscribe.json');
  await rename(file, `${file}.away`);
  await mkdir(join(file, 'in the way'), { recursive: true });
  const key = {
    id: 'key_1',
    owner_id: user,
    name: 'Key',
    hash: 'h',
    last4: 'abcd',
    created_at: '2026-01-01T00:00:00.000Z',
    last_used_at: null,
    revoked_at: null,
  };
  for (const change of [
    () => store.createAccount({ ...account, user_id: 'b@example.com' }),
    () => store.addCredits(user, 100),
    () => store.createKey(key),
    () => store.reserve({ id: 'r2', user_id: user, credits: 1 }),
    () => store.settle('r1'),
    () => store.release('r1'),
  ]) {
    await expect(change()).rejects.toThrow(StoreError);
  }
  expect(await store.listAccounts()).toEqual([{ ...account, credits_available: 4 }]);
  expect(await store.findKey('h')).toBeUndefined();

  await rm(file, { recursive: true });
  await store.release('r1');
  expect(await store.findAccount(user)).toEqual(account);
  await store.close();
  const again = await open(folder);
  expect(await again.listAccounts()).toEqual([account]);
});
