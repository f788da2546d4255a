import { setTimeout as sleep } from 'node:timers/promises';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { createLog } from '../../../service/server/log.ts';
import { openPostgresAccountStore } from '../../../service/storage/postgres/account-store.ts';
import type { AccountStore } from '../../../service/storage/interfaces/storage-backend.ts';
import {
  AccountExistsError,
  StoreError,
  StoreUnreachableError,
} from '../../../service/storage/interfaces/errors.ts';
import {
  account,
  apiKey,
  at,
  entry,
  reservation,
  user,
} from '../../contract/account-store/examples.ts';
import { useOwnPostgres } from '../../support/postgres/use-postgres.ts';
import { makeCalls, type Calls } from './make-calls.ts';

const log = createLog('silent');
const credits = 100_000;

const postgres = useOwnPostgres();
let url: string;
let store: AccountStore;

beforeEach(async () => {
  url = await postgres.createDatabase();
  store = await openPostgresAccountStore(url, { log });
  onTestFinished(() => store.close());
  await store.createAccount(account(user, { credits_available: credits }), at);
});

/** Checks that all credits add up after abandoned reservations were released. */
async function expectEveryCredit(calls: Calls): Promise<void> {
  await postgres.run(
    url,
    `UPDATE entries SET expires_at = now() - interval '1 second'
    WHERE expires_at IS NOT NULL`,
  );
  const other = await openPostgresAccountStore(url, { log });
  await other.close();

  expect(await store.listImbalances()).toEqual([]);
  const spent = (await store.listEntries(user)).filter(({ reason }) => reason === 'call');
  const ids = new Set(spent.map(({ id }) => id));
  expect(await store.findAccount(user)).toMatchObject({ credits_available: credits - ids.size });
  expect(calls.settled.filter((id) => !ids.has(id))).toEqual([]);
  expect(calls.released.filter((id) => ids.has(id))).toEqual([]);
  // The callers of the other calls were not told whether they were charged.
  const known = new Set([...calls.settled, ...calls.inDoubt]);
  expect([...ids].filter((id) => !known.has(id))).toEqual([]);
}

test('a read-only database can be reached, but is reported as not writable', async () => {
  const name = new URL(url).pathname.slice(1);
  await postgres.run(url, `ALTER DATABASE "${name}" SET default_transaction_read_only = on`);
  // Its first connection is opened now.
  const error: unknown = await store.ping().catch((reason: unknown) => reason);
  expect(String(error)).toContain('The database of DATABASE_URL is read-only');
  expect(error).toBeInstanceOf(StoreError);
  expect(error).not.toBeInstanceOf(StoreUnreachableError);
});

test.each(['fast', 'crash'] as const)(
  'stopping (%s) and starting the server under load neither loses nor gives away credits',
  { timeout: 90_000 },
  async (how) => {
    const calls = makeCalls(store, 16);
    for (let round = 0; round < 2; round++) {
      await sleep(400);
      await postgres.stop(how);
      const start = performance.now();
      await expect(store.ping()).rejects.toThrow(StoreError);
      await expect(store.reserve(reservation('during'))).rejects.toThrow(StoreError);
      expect(performance.now() - start).toBeLessThan(3_000);
      await postgres.start();
      await expect.poll(() => store.ping().then(() => 'back'), { timeout: 10_000 }).toBe('back');
    }
    const before = calls.settled.length;
    await expect.poll(() => calls.settled.length, { timeout: 5_000 }).toBeGreaterThan(before);
    await calls.stop();
    expect(calls.failures.filter((error) => !(error instanceof StoreError))).toEqual([]);
    expect(calls.failures.length).toBeGreaterThan(0);
    await expectEveryCredit(calls);
  },
);

test('cut connections lose nothing and are replaced', { timeout: 60_000 }, async () => {
  const calls = makeCalls(store, 16);
  const created: string[] = [];
  const refused: string[] = [];
  const rounds = 20;
  for (let round = 0; round < rounds; round++) {
    const userId = `new-${round}@example.com`;
    const key = apiKey(`key_${round}`, { owner_id: userId });
    const creating = store.createAccount(account(userId), at, key).then(
      () => void created.push(userId),
      (error: unknown) => {
        expect(error).toBeInstanceOf(StoreError);
        expect(error).not.toBeInstanceOf(AccountExistsError);
        refused.push(userId);
      },
    );
    await sleep(Math.random() * 30);
    await postgres.run(
      url,
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
      WHERE datname = current_database() AND pid <> pg_backend_pid()`,
    );
    await creating;
  }
  await calls.stop();
  expect(calls.failures.filter((error) => !(error instanceof StoreError))).toEqual([]);
  await expectEveryCredit(calls);
  // Complete or not at all: the account with its first entry and key.
  const keys = new Set((await store.listKeys()).map(({ owner_id }) => owner_id));
  const there = (await store.listAccounts()).map(({ user_id }) => user_id);
  expect(there.filter((id) => id !== user && !keys.has(id))).toEqual([]);
  expect([...keys].filter((id) => !there.includes(id))).toEqual([]);
  expect(created.filter((id) => !there.includes(id))).toEqual([]);
  expect(created.length + refused.length).toBe(rounds);
});

test('a change is made once even if its connection breaks', { timeout: 60_000 }, async () => {
  const cut = () =>
    postgres.run(
      url,
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
      WHERE datname = current_database() AND pid <> pg_backend_pid()`,
    );
  for (let round = 0; round < 20; round++) {
    const adding = store.changeCredits(entry(`e${round}`, 1));
    await Promise.all([cut(), adding.catch(() => store.changeCredits(entry(`e${round}`, 1)))]);
  }
  expect(await store.findAccount(user)).toMatchObject({ credits_available: credits + 20 });
  expect(await store.listImbalances()).toEqual([]);
});
