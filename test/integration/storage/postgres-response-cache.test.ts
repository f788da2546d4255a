import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest';
import { createLog } from '../../../service/server/log.ts';
import { removeOldAnswers } from '../../../service/storage/postgres/response-cache.ts';
import { openDatabase } from '../../../service/storage/postgres/database.ts';
import { openPostgresStorage } from '../../../service/storage/postgres/storage-backend.ts';
import type { Storage } from '../../../service/storage/interfaces/storage-backend.ts';
import { account, at, user } from '../../contract/account-store/examples.ts';
import { startPostgres, type Postgres } from '../../support/postgres/server.ts';

const log = createLog('silent');
let postgres: Postgres;
let url: string;

beforeAll(async () => {
  postgres = await startPostgres();
}, 60_000);

afterAll(() => postgres.dispose());

beforeEach(async () => {
  url = await postgres.createDatabase();
});

async function open(upkeepEveryMs?: number): Promise<Storage> {
  const options = { log, ...(upkeepEveryMs !== undefined && { upkeepEveryMs }) };
  const storage = await openPostgresStorage(url, options);
  onTestFinished(() => storage.store.close());
  return storage;
}

/** Puts answers into the table, one for each number; the first expires after so many seconds. */
async function fill(first: number, last: number, expirySeconds: number) {
  await postgres.run(
    url,
    `INSERT INTO cached_answers
     SELECT '${user}', n, 'answer', now(), now() + make_interval(secs => ${expirySeconds} + n)
     FROM generate_series(${first}, ${last}) AS n`,
  );
}

async function keysLeft() {
  const rows = await postgres.run(url, 'SELECT key FROM cached_answers ORDER BY expires_at');
  return rows.map(({ key }) => Number(key));
}

test('an answer outlives the process, and is for all processes', async () => {
  const first = await open();
  const second = await open();
  await first.store.createAccount(account(user), at);
  await first.answers.keep(user, 'key', 'answer', 60);
  expect(await second.answers.find(user, 'key')).toMatchObject({ answer: 'answer' });
  expect(await (await open()).answers.find(user, 'key')).toMatchObject({ answer: 'answer' });
});

test('answers that have expired are removed at the start and from time to time', async () => {
  await (await open()).store.createAccount(account(user), at);
  await fill(1, 3, -100);
  await fill(4, 5, 1_000);
  await open(50);
  expect(await keysLeft()).toEqual([4, 5]);
  await fill(1, 3, -100);
  await expect.poll(keysLeft, { timeout: 10_000 }).toEqual([4, 5]);
});

test('of too many, those go that would expire first, also when several remove them', async () => {
  await (await open()).store.createAccount(account(user), at);
  await fill(1, 12, 1_000);
  const database = openDatabase(url, log);
  await Promise.all([1, 2, 3].map(() => removeOldAnswers(database, 5)));
  await removeOldAnswers(database, 5);
  await database.close();
  expect(await keysLeft()).toEqual([8, 9, 10, 11, 12]);
});
