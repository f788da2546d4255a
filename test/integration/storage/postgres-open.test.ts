import { createServer, type AddressInfo, type Socket } from 'node:net';
import { once } from 'node:events';
import { expect, onTestFinished, test } from 'vitest';
import { createLog } from '../../../service/server/log.ts';
import { migrations } from '../../../service/storage/postgres/migrations/index.ts';
import { openPostgresAccountStore } from '../../../service/storage/postgres/account-store.ts';
import type { AccountStore } from '../../../service/storage/interfaces/storage-backend.ts';
import { StoreError } from '../../../service/storage/interfaces/errors.ts';
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
const secret = 'never-to-be-shown';

const postgres = usePostgres();

async function open(url: string, maintenanceEveryMs?: number): Promise<AccountStore> {
  const options = { log, ...(maintenanceEveryMs !== undefined && { maintenanceEveryMs }) };
  const store = await openPostgresAccountStore(url, options);
  onTestFinished(() => store.close());
  return store;
}

test('many processes can open an empty database at the same time', async () => {
  const url = await postgres.createDatabase();
  const stores = await Promise.all(Array.from({ length: 5 }, () => open(url)));
  await stores[0]?.createAccount(account(user), at);
  for (const store of stores) expect(await store.findAccount(user)).toEqual(account(user));
  const versions = migrations.map(({ version }) => ({ version }));
  expect(await postgres.run(url, 'SELECT version FROM schema_migrations')).toEqual(versions);
});

test('refuses the database of a newer version', async () => {
  const url = await postgres.createDatabase();
  await open(url);
  await postgres.run(url, 'INSERT INTO schema_migrations (version) VALUES (999)');
  await expect(openPostgresAccountStore(url, { log })).rejects.toThrow(
    /newer version of Altscribe/,
  );
});

test('reports a role without rights, and a server without TLS', async () => {
  const url = new URL(await postgres.createDatabase());
  await postgres.run(url.href, `CREATE ROLE weak LOGIN PASSWORD '${secret}'`);
  const weak = Object.assign(new URL(url), { username: 'weak', password: secret }).href;
  await expect(openPostgresAccountStore(weak, { log })).rejects.toThrow(
    /^The role of DATABASE_URL lacks a privilege \(42501\)\. .*GRANT CREATE/,
  );
  url.searchParams.set('sslmode', 'require');
  await expect(openPostgresAccountStore(url.href, { log })).rejects.toThrow(
    /accepts no encrypted connections/,
  );
});

test('any process releases an expired reservation, but no other', async () => {
  const url = await postgres.createDatabase();
  const crashed = await openPostgresAccountStore(url, { log });
  await crashed.createAccount(account(user), at);
  const soon = new Date(Date.now() + 1_000).toISOString();
  await crashed.reserve(reservation('lost', { credits: 3, expires_at: soon }));
  await crashed.reserve(reservation('under way', { credits: 2 }));
  await crashed.close();

  const [store] = await Promise.all([open(url, 50), open(url, 50), open(url, 50)]);
  expect(await store.findAccount(user)).toMatchObject({ credits_available: 5 });
  const balance = async () => (await store.findAccount(user))?.credits_available;
  await expect.poll(balance, { timeout: 5_000 }).toBe(8);
  await store.settle(reservation('under way'), at);
  await store.settle(reservation('lost'), at);
  expect(await balance()).toBe(8);
  expect(await store.listImbalances()).toEqual([]);
});

test('opening the store releases a reservation that expired meanwhile', async () => {
  const url = await postgres.createDatabase();
  const crashed = await openPostgresAccountStore(url, { log });
  await crashed.createAccount(account(user), at);
  await crashed.reserve(reservation('lost', { expires_at: at }));
  await crashed.close();
  expect(await (await open(url)).findAccount(user)).toEqual(account(user));
});

test('removes usage that is too old', async () => {
  const url = await postgres.createDatabase();
  const first = await open(url);
  await first.createAccount(account(user), at);
  const nothing = { calls: 1, failures: 0, fallbacks: 0, cached: 0, credits: 0 };
  await first.addUsage({ user_id: user, day: '2020-01-01', ...nothing });
  await first.addUsage({ user_id: user, day: new Date().toISOString().slice(0, 10), ...nothing });
  await open(url);
  const left = () => postgres.run(url, 'SELECT 1 AS one FROM daily_usage');
  // Opening does not wait for this.
  await expect.poll(left, { timeout: 10_000 }).toEqual([{ one: 1 }]);
});

test('removes only expired idempotency keys', async () => {
  const url = await postgres.createDatabase();
  const first = await open(url);
  await first.createAccount(account(user), at);
  await first.claimIdempotencyKey(claim('lost', { key: 'old', expires_at: at }), at);
  await first.claimIdempotencyKey(claim('under way', { key: 'new' }), at);
  await open(url);
  const left = () => postgres.run(url, 'SELECT key FROM idempotency_keys');
  // Opening does not wait for this.
  await expect.poll(left, { timeout: 10_000 }).toEqual([{ key: 'new' }]);
});

test('the error of an address without a server does not reveal the address', async () => {
  const url = `postgres://altscribe:${secret}@127.0.0.1:1/x`;
  const start = performance.now();
  const error: unknown = await openPostgresAccountStore(url, { log }).catch(
    (caught: unknown) => caught,
  );
  expect(error).toBeInstanceOf(StoreError);
  expect(performance.now() - start).toBeLessThan(3_000);
  const shown = `${String(error)} ${JSON.stringify(error)} ${String((error as Error).cause)}`;
  for (const part of [secret, '127.0.0.1']) expect(shown).not.toContain(part);
  expect(shown).toContain('DATABASE_URL');
});

test.each([
  ['wrong password', (url: URL) => (url.password = secret)],
  ['unknown database', (url: URL) => (url.pathname = '/nowhere')],
])('%s is an error that says so', async (_case, change) => {
  const url = new URL(await postgres.createDatabase());
  change(url);
  const error: unknown = await openPostgresAccountStore(url.href, { log }).catch((e: unknown) => e);
  expect(error).toBeInstanceOf(StoreError);
  expect(String(error)).toContain('DATABASE_URL');
  expect(String(error)).not.toContain(secret);
});

test(
  'gives up on a server that accepts the connection but never responds',
  { timeout: 20_000 },
  async () => {
    const silent = createServer(() => undefined).listen(0, '127.0.0.1');
    await once(silent, 'listening');
    onTestFinished(() => void silent.close());
    const { port } = silent.address() as AddressInfo;
    const start = performance.now();
    const opening = openPostgresAccountStore(`postgres://altscribe@127.0.0.1:${port}/x`, { log });
    await expect(opening).rejects.toThrow(StoreError);
    expect(performance.now() - start).toBeLessThan(10_000);
  },
);

test('gives up on a server that never responds after signing in, and can be closed', async () => {
  const greeting = Buffer.from([
    ...[0x52, 0, 0, 0, 8, 0, 0, 0, 0], // AuthenticationOk
    ...[0x5a, 0, 0, 0, 5, 0x49], // ReadyForQuery
  ]);
  const sockets = new Set<Socket>();
  const silent = createServer((socket) => {
    sockets.add(socket.on('error', () => undefined));
    socket.once('data', () => socket.write(greeting));
  }).listen(0, '127.0.0.1');
  await once(silent, 'listening');
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    silent.close();
  });
  const { port } = silent.address() as AddressInfo;
  const url = `postgres://altscribe@127.0.0.1:${port}/x`;
  await expect(openPostgresAccountStore(url, { log, startTimeoutMs: 200 })).rejects.toThrow(
    /^The database of DATABASE_URL does not answer\.$/,
  );
});

test('reads times and days with any DateStyle of the database or role', async () => {
  const url = await postgres.createDatabase();
  const { pathname } = new URL(url);
  await postgres.run(url, `ALTER DATABASE ${pathname.slice(1)} SET datestyle = 'German'`);
  const role = new URL(url);
  [role.username, role.password] = ['elsewhere', 'password'];
  await postgres.run(
    url,
    `CREATE ROLE elsewhere SUPERUSER LOGIN PASSWORD 'password';
     ALTER ROLE elsewhere SET datestyle = 'SQL, DMY'`,
  );
  // Options in the URL apply too.
  role.searchParams.set('options', '-c work_mem=5MB');
  for (const [n, address] of [url, role.href].entries()) {
    const store = await open(address);
    const userId = `${n}@example.com`;
    await store.createAccount(account(userId), at, apiKey(`key_${n}`, { owner_id: userId }));
    await store.addUsage(usage('2026-02-03', { user_id: userId, calls: 1 }));
    expect(await store.listEntries(userId)).toMatchObject([{ at }]);
    expect(await store.findKey(apiKey(`key_${n}`).hash)).toMatchObject({ created_at: at });
    expect(await store.listUsage(userId)).toMatchObject([{ day: '2026-02-03' }]);
  }
});

test(
  'gives up on a statement that waits too long, which changes nothing',
  { timeout: 30_000 },
  async () => {
    const url = await postgres.createDatabase();
    const store = await open(url);
    await store.createAccount(account(user), at);
    // Another transaction locks the row for longer than a call may take.
    const holding = postgres.run(
      url,
      `DO $$ BEGIN PERFORM 1 FROM accounts FOR UPDATE; PERFORM pg_sleep(12); END $$`,
    );
    await new Promise((resolve) => setTimeout(resolve, 300));
    await expect(store.reserve(reservation('r1'))).rejects.toThrow(/took too long/);
    await holding;
    expect(await store.findAccount(user)).toEqual(account(user));
  },
);

test('the error of a violated constraint does not reveal values', async () => {
  const store = await open(await postgres.createDatabase());
  await store.createAccount(account(user), at);
  const error: unknown = await store
    .changeCredits(entry('e', Number.MAX_SAFE_INTEGER))
    .catch((caught: unknown) => caught);
  expect(error).toBeInstanceOf(StoreError);
  expect(String(error)).not.toContain(user);
  expect(await store.findAccount(user)).toEqual(account(user));
});
