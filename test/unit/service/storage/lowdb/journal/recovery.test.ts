import { cp, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import type { AccountStore } from '../../../../../../service/storage/interfaces/account-store.ts';
import { openLowdbAccountStore } from '../../../../../../service/storage/lowdb/account-store.ts';
import { account, at, entry, reservation } from '../../../../../contract/account-store/examples.ts';
import { temporaryFolder } from '../../../../../support/temporary-folder.ts';

const users = Array.from({ length: 12 }, (_, n) => `user-${n}@example.com`);

async function open(folder: string): Promise<AccountStore> {
  const store = await openLowdbAccountStore(folder);
  onTestFinished(() => store.close());
  return store;
}

/** A folder whose journal has changes that its files have not, as a crash leaves it. */
async function crashed() {
  const folder = await temporaryFolder();
  const store = await openLowdbAccountStore(folder);
  await Promise.all(users.map((user) => store.createAccount(account(user), at)));
  await store.close();
  const again = await openLowdbAccountStore(folder);
  for (const [n, user] of users.entries()) {
    await again.changeCredits({ ...entry(`e${n}`, 10), user_id: user });
    await again.reserve(reservation('r', { user_id: user }));
    await again.settle(reservation('r', { user_id: user }), at);
  }
  const left = join(await temporaryFolder(), 'left');
  await cp(folder, left, { recursive: true });
  await again.close();
  return { left, folded: folder };
}

async function expectAll(folder: string): Promise<void> {
  const store = await open(folder);
  for (const [n, user] of users.entries()) {
    expect((await store.findAccount(user))?.credits_available).toBe(19);
    const ids = (await store.listEntries(user)).map(({ id }) => id);
    expect(ids).toEqual(['r', `e${n}`, expect.stringContaining('first')]);
  }
  expect(await store.listImbalances()).toEqual([]);
  await store.close();
}

test('what a crash has left in the journal is there, and once closed it is in the files', async () => {
  const { left } = await crashed();
  await expectAll(left);
  const [segment = '', ...others] = await readdir(join(left, 'journal'));
  expect(others).toEqual([]);
  expect(await readFile(join(left, 'journal', segment), 'utf8')).toBe('');
  await expectAll(left);
});

test('a crash in the middle of folding: what some files have already is not done twice', async () => {
  const { left, folded } = await crashed();
  const names = (await readdir(join(folded, 'accounts'))).filter((name) => name.endsWith('.json'));
  for (const name of names.slice(0, names.length / 2)) {
    await cp(join(folded, 'accounts', name), join(left, 'accounts', name));
  }
  await writeFile(join(left, 'journal', '00000009.jsonl'), '');
  await expectAll(left);
});

test('a crash after folding, before the journal is removed', async () => {
  const { left, folded } = await crashed();
  await cp(join(folded, 'accounts'), join(left, 'accounts'), { recursive: true });
  await expectAll(left);
});

test('a file that is older than what the journal goes on from stops the start', async () => {
  const { left, folded } = await crashed();
  const store = await openLowdbAccountStore(folded);
  await store.changeCredits({ ...entry('later', 1), user_id: users[0] ?? '' });
  await cp(join(folded, 'journal'), join(left, 'journal'), { recursive: true });
  await store.close();
  const segments = (await readdir(join(left, 'journal'))).toSorted();
  await rm(join(left, 'journal', segments[0] ?? ''));
  await expect(openLowdbAccountStore(left)).rejects.toThrow(
    /^accounts\/...\.json in DATA_DIR is not the file that the journal goes on from/,
  );
  for (const name of await readdir(join(left, 'journal'))) {
    await writeFile(join(left, 'journal', name), '');
  }
  expect(await (await open(left)).findAccount(users[0] ?? '')).toMatchObject({
    credits_available: 10,
  });
});

test('a journal that is gone stops the start, until somebody does without it', async () => {
  const { left } = await crashed();
  await rm(join(left, 'journal'), { recursive: true });
  for (let attempt = 0; attempt < 2; attempt++) {
    await expect(openLowdbAccountStore(left)).rejects.toThrow(/^The journal in DATA_DIR is gone/);
  }
  await writeFile(join(left, 'journal', '00000001.jsonl'), '');
  expect(await (await open(left)).countAccounts()).toBe(users.length);
});

test('from the first start on, a file says that versions without a journal may not open it', async () => {
  const folder = await temporaryFolder();
  const first = join(folder, 'accounts', '000.json');
  await mkdir(join(folder, 'accounts'));
  await writeFile(first, '{"version":1,"accounts":{}}');
  await open(folder);
  expect(JSON.parse(await readFile(first, 'utf8'))).toEqual({ version: 2, accounts: {} });
});
