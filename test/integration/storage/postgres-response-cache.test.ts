import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { createLog } from '../../../service/server/log.ts';
import { removeOldCacheEntries } from '../../../service/storage/postgres/response-cache.ts';
import { openDatabase } from '../../../service/storage/postgres/database.ts';
import { openPostgresBackend } from '../../../service/storage/postgres/storage-backend.ts';
import type { StorageBackend } from '../../../service/storage/interfaces/storage-backend.ts';
import { account, at, user } from '../../contract/account-store/examples.ts';
import { usePostgres } from '../../support/postgres/use-postgres.ts';

const log = createLog('silent');
const postgres = usePostgres();
let url: string;

beforeEach(async () => {
  url = await postgres.createDatabase();
});

async function open(maintenanceEveryMs?: number): Promise<StorageBackend> {
  const options = { log, ...(maintenanceEveryMs !== undefined && { maintenanceEveryMs }) };
  const storage = await openPostgresBackend(url, options);
  onTestFinished(() => storage.accountStore.close());
  return storage;
}

/** Inserts an entry for each number n, which expires in `expirySeconds` + n seconds. */
async function fill(first: number, last: number, expirySeconds: number) {
  await postgres.run(
    url,
    `INSERT INTO cached_answers
     SELECT '${user}', n, 'response', now(), now() + make_interval(secs => ${expirySeconds} + n)
     FROM generate_series(${first}, ${last}) AS n`,
  );
}

async function keysLeft() {
  const rows = await postgres.run(url, 'SELECT key FROM cached_answers ORDER BY expires_at');
  return rows.map(({ key }) => Number(key));
}

test('an entry survives a restart and is shared by all processes', async () => {
  const first = await open();
  const second = await open();
  await first.accountStore.createAccount(account(user), at);
  await first.responseCache.put(user, 'key', 'response', 60);
  expect(await second.responseCache.find(user, 'key')).toMatchObject({ value: 'response' });
  expect(await (await open()).responseCache.find(user, 'key')).toMatchObject({ value: 'response' });
});

test('removes expired entries at the start and from time to time', async () => {
  await (await open()).accountStore.createAccount(account(user), at);
  await fill(1, 3, -100);
  await fill(4, 5, 1_000);
  await open();
  // The start does not wait for this.
  await expect.poll(keysLeft, { timeout: 10_000 }).toEqual([4, 5]);
  await open(50);
  await fill(1, 3, -100);
  await expect.poll(keysLeft, { timeout: 10_000 }).toEqual([4, 5]);
});

test('above the limit, entries that expire first are removed, even by several processes at once', async () => {
  await (await open()).accountStore.createAccount(account(user), at);
  await fill(1, 12, 1_000);
  const database = openDatabase(url, { log });
  await Promise.all([1, 2, 3].map(() => removeOldCacheEntries(database, 10_000, 5)));
  await removeOldCacheEntries(database, 10_000, 5);
  await database.close();
  expect(await keysLeft()).toEqual([8, 9, 10, 11, 12]);
});
