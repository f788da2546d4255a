import { Client } from 'pg';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { createLog } from '../../../service/server/log.ts';
import { openPostgresAccountStore } from '../../../service/storage/postgres/account-store.ts';
import { openDatabase } from '../../../service/storage/postgres/database.ts';
import { removeExpiredKeys } from '../../../service/storage/postgres/idempotency-keys.ts';
import { removeOldAlerts } from '../../../service/storage/postgres/alert-log.ts';
import { removeOldCallCounts } from '../../../service/storage/postgres/call-counter.ts';
import { removeOldCounts } from '../../../service/storage/postgres/rate-limiter.ts';
import { sitesOfOwner } from '../../../service/storage/interfaces/client-sites.ts';
import { removeOldUsage } from '../../../service/storage/postgres/usage-log.ts';
import type { AccountStore } from '../../../service/storage/interfaces/storage-backend.ts';
import {
  account,
  apiKey,
  at,
  claim,
  entry,
  reservation,
  usage,
  user,
} from '../../contract/account-store/examples.ts';
import { usePostgres } from '../../support/postgres/use-postgres.ts';

const log = createLog('silent');
const postgres = usePostgres();
let url: string;

beforeEach(async () => {
  url = await postgres.createDatabase();
});

async function open(poolSize?: number): Promise<AccountStore> {
  const store = await openPostgresAccountStore(url, { log, poolSize });
  onTestFinished(() => store.close());
  return store;
}

/** Another connection. Its transaction ends with the test. */
async function connect(): Promise<Client> {
  const client = new Client({ connectionString: url });
  await client.connect();
  onTestFinished(() => client.end());
  return client;
}

/** Resolves when this many statements are waiting for locks. */
async function waiting(count: number): Promise<void> {
  const waiting = () =>
    postgres.run(url, "SELECT 1 AS one FROM pg_stat_activity WHERE wait_event_type = 'Lock'");
  await expect.poll(waiting, { interval: 10 }).toHaveLength(count);
}

test.each([
  ['reserved', (store: AccountStore) => store.reserve(reservation('r2'))],
  ['settled', (store: AccountStore) => store.settle(reservation('r1'), at)],
  [
    'settled with a key',
    (store: AccountStore) => {
      const completed = { claim: claim('r1'), response: 'response' };
      return store.settle(reservation('r1'), at, completed);
    },
  ],
  ['released', (store: AccountStore) => store.release(reservation('r1'))],
  ['credited', (store: AccountStore) => store.changeCredits(entry('e1', 1))],
])(
  'an account that is being removed can be %s at the same time without a deadlock',
  async (_what, change) => {
    const store = await open();
    await store.createAccount(account(user), at);
    await store.claimIdempotencyKey(claim('r1'), at);
    await store.reserve(reservation('r1'));
    const remover = await connect();
    // In a deadlock, this statement would fail.
    await remover.query("SET deadlock_timeout = '10ms'; BEGIN");
    await remover.query('SELECT 1 FROM accounts FOR UPDATE');
    const changing = change(store);
    await waiting(1);
    await remover.query('DELETE FROM accounts');
    await remover.query('COMMIT');
    await changing;
    expect(await postgres.run(url, 'SELECT 1 FROM entries')).toEqual([]);
  },
);

test(
  'removals, reservations, settlements and releases can run at the same time',
  { timeout: 60_000 },
  async () => {
    const store = await open();
    for (let round = 0; round < 30; round++) {
      await store.createAccount(account(user), at);
      const ids = ['a', 'b', 'c', 'd'];
      for (const id of ids) await store.reserve(reservation(id));
      await Promise.all([
        store.release(reservation('a')),
        store.settle(reservation('b'), at),
        store.removeAccount(user),
        store.release(reservation('c')),
        store.settle(reservation('d'), at),
        store.reserve(reservation('e')),
      ]);
      expect(await store.findAccount(user)).toBeUndefined();
    }
    expect(await store.listImbalances()).toEqual([]);
  },
);

test('a key that is rotated while its owner is removed is removed, too', async () => {
  const store = await open();
  await store.createAccount(account(user), at, apiKey('old'));
  const remover = await connect();
  await remover.query("SET deadlock_timeout = '10ms'; BEGIN");
  await remover.query('SELECT 1 FROM accounts FOR UPDATE');
  const rotating = store.rotateKey('old', apiKey('new'), at);
  await waiting(1);
  await remover.query('DELETE FROM api_keys');
  await remover.query('DELETE FROM accounts');
  await remover.query('COMMIT');
  expect(await rotating).toBeUndefined();
  expect(await store.listKeys()).toEqual([]);
});

test('an account can be repaired while a reservation is released', async () => {
  const store = await open();
  await store.createAccount(account(user), at);
  await store.reserve(reservation('r1'));
  const other = await connect();
  await other.query("UPDATE entries SET expires_at = '2999-01-01' WHERE id = 'r1'");
  await other.query('BEGIN');
  await other.query('SELECT 1 FROM accounts FOR NO KEY UPDATE');
  const repairing = store.repairAccount(user, at);
  await waiting(1);
  // Each locks the account before its entries.
  await other.query("SELECT 1 FROM entries WHERE id = 'r1' FOR UPDATE NOWAIT");
  await other.query('COMMIT');
  expect(await repairing).toMatchObject({ reservations_released: 1 });
  expect(await store.findAccount(user)).toEqual(account(user));
});

test('removing expired rows does not wait for locked ones', async () => {
  const store = await openPostgresAccountStore(url, { log });
  await store.createAccount(account(user), at);
  for (const key of ['busy', 'free']) {
    await store.claimIdempotencyKey(claim(key, { key }), at);
  }
  for (const day of ['2100-01-01', '2100-01-02']) await store.addUsage(usage(day));
  // An open store removes expired rows on its own.
  await store.close();
  const other = await connect();
  await other.query(`
    UPDATE idempotency_keys SET expires_at = '2020-01-01';
    UPDATE daily_usage SET day = day - interval '80 years';
    INSERT INTO call_counts VALUES ('2020-01-01', 'busy', 1), ('2020-01-01', 'free', 1);
    INSERT INTO alerts VALUES ('busy', '2020-01-01', false), ('free', '2020-01-01', false);
    INSERT INTO rate_limits VALUES ('busy', 1, 0), ('free', 1, 0)`);
  await other.query(`
    BEGIN;
    SELECT 1 FROM idempotency_keys WHERE key = 'busy' FOR UPDATE;
    SELECT 1 FROM daily_usage WHERE day = '2020-01-01' FOR UPDATE;
    SELECT 1 FROM call_counts WHERE scope = 'busy' FOR UPDATE;
    SELECT 1 FROM alerts WHERE cause = 'busy' FOR UPDATE;
    SELECT 1 FROM rate_limits WHERE key = 'busy' FOR UPDATE`);
  const database = openDatabase(url, { log });
  onTestFinished(() => database.close());
  const removals = [
    removeExpiredKeys,
    removeOldUsage,
    removeOldCallCounts,
    removeOldAlerts,
    removeOldCounts,
  ];
  for (const remove of removals) {
    expect(await remove(database, 10)).toBe(1);
    expect(await remove(database, 10)).toBe(0);
  }
  await other.query('ROLLBACK');
  for (const remove of removals) expect(await remove(database, 10)).toBe(1);
});

test('noting a site too many does not wait for the one that has to go', async () => {
  const store = await open();
  await store.createAccount(account(user), at);
  const site = { owner_id: user, plugin_version: '0.2.0', last_seen_day: '2026-01-02' };
  await postgres.run(
    url,
    `INSERT INTO sites SELECT '${user}', 'https://' || i, '0.2.0', current_date + i
     FROM generate_series(1, ${sitesOfOwner}) AS i`,
  );
  const other = await connect();
  await other.query("BEGIN; SELECT 1 FROM sites WHERE site = 'https://1' FOR UPDATE");
  await store.noteSite({ ...site, site: 'https://new.example.com' });
  await other.query('ROLLBACK');
  await store.noteSite({ ...site, site: 'https://newer.example.com' });
  const all = { sinceDay: '2026-01-01', limit: 500, offset: 0 };
  const sites = (await store.listSites(all)).map((one) => one.site);
  expect(sites).toHaveLength(sitesOfOwner);
  expect(sites).toContain('https://newer.example.com');
  expect(sites).not.toContain('https://1');
});

test('a change waits two seconds for another of the same account, then fails with a clear error', async () => {
  const store = await open();
  await store.createAccount(account(user), at);
  const other = await connect();
  await other.query('BEGIN');
  await other.query('SELECT 1 FROM accounts FOR UPDATE');
  const start = performance.now();
  await expect(store.reserve(reservation('r1'))).rejects.toThrow(
    'Another change of the same account took too long (55P03).',
  );
  expect(performance.now() - start).toBeGreaterThan(1_500);
  expect(performance.now() - start).toBeLessThan(5_000);
  await other.query('ROLLBACK');
  expect(await store.findAccount(user)).toEqual(account(user));
});

test('the database can be pinged while calls use all connections', async () => {
  const store = await open(2);
  await store.createAccount(account(user), at);
  const other = await connect();
  await other.query('BEGIN');
  await other.query('SELECT 1 FROM accounts FOR UPDATE');
  let ended = 0;
  const calls = ['r1', 'r2', 'r3'].map((id) =>
    store.reserve(reservation(id)).finally(() => (ended += 1)),
  );
  // There is no connection for the third.
  await waiting(2);
  await store.ping();
  expect(ended).toBe(0);
  await other.query('ROLLBACK');
  await Promise.all(calls);
  expect(await store.findAccount(user)).toEqual(account(user, { credits_available: 7 }));
});
