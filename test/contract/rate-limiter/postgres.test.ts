import { expect, onTestFinished, test, vi } from 'vitest';
import { createLog } from '../../../service/server/log.ts';
import { openPostgresBackend } from '../../../service/storage/postgres/storage-backend.ts';
import type { RateLimitCount } from '../../../service/storage/interfaces/storage-backend.ts';
import { StoreError } from '../../../service/storage/interfaces/errors.ts';
import { usePostgres } from '../../support/postgres/use-postgres.ts';
import { consumeTimes, passed, rateLimiterContract } from './suite.ts';

const log = createLog('silent');
const limit = { name: 'user', points: 100, duration: 60 };
const hour = 3_600_000;
const postgres = usePostgres();

/** Opens the limiter of another process with the same database. */
async function openLimiter(url: string, maintenanceEveryMs?: number) {
  const storage = await openPostgresBackend(url, {
    log,
    ...(maintenanceEveryMs && { maintenanceEveryMs }),
  });
  onTestFinished(() => storage.accountStore.close());
  return storage.createRateLimiter(limit);
}

rateLimiterContract('PostgreSQL', async () => {
  const url = await postgres.createDatabase();
  const setClock = await mockClock(url);
  return { storage: await openPostgresBackend(url, { log }), setClock };
});

/** Stops the clock of a database with a function that PostgreSQL finds before its own. */
async function mockClock(url: string) {
  const setClock = (ms: number) =>
    postgres.run(
      url,
      `CREATE OR REPLACE FUNCTION public.now() RETURNS timestamptz LANGUAGE sql STABLE
       AS 'SELECT to_timestamp(${ms / 1_000})'`,
    );
  await setClock(Date.now());
  const name = new URL(url).pathname.slice(1);
  await postgres.run(url, `ALTER DATABASE ${name} SET search_path = public, pg_catalog`);
  return setClock;
}

test('three with clocks hours apart count together, and refuse no longer than a window', async () => {
  const url = await postgres.createDatabase();
  const limiters = await Promise.all(
    [hour, 0, -hour].map(async (ahead) => ({ ahead, limiter: await openLimiter(url) })),
  );
  onTestFinished(() => void vi.useRealTimers());
  vi.useFakeTimers({ toFake: ['Date'] });
  const real = Date.now();
  const counts: RateLimitCount[] = [];
  for (let i = 0; i < 50; i++) {
    for (const { ahead, limiter } of limiters) {
      vi.setSystemTime(real + ahead);
      counts.push(await limiter.consume('a'));
    }
  }
  expect(passed(counts)).toBe(100);
  expect(counts.slice(0, 100).map(({ remaining }) => remaining)).toEqual(
    Array.from({ length: 100 }, (_, i) => 99 - i),
  );
  for (const { msBeforeNext } of counts) {
    expect(msBeforeNext).toBeGreaterThan(40_000);
    expect(msBeforeNext).toBeLessThanOrEqual(60_000);
  }
});

test('five that open the database at the same time count together', async () => {
  const url = await postgres.createDatabase();
  const limiters = await Promise.all(Array.from({ length: 5 }, () => openLimiter(url)));
  const counts = await Promise.all(
    limiters.flatMap((limiter) => Array.from({ length: 50 }, () => limiter.consume('a'))),
  );
  expect(passed(counts)).toBe(100);
});

test('counts continue after a restart', async () => {
  const url = await postgres.createDatabase();
  expect(passed(await consumeTimes(await openLimiter(url), 60))).toBe(60);
  expect(passed(await consumeTimes(await openLimiter(url), 60))).toBe(40);
});

test('five that see a count from a wrong clock reset it once', async () => {
  const url = await postgres.createDatabase();
  const limiters = await Promise.all(Array.from({ length: 5 }, () => openLimiter(url)));
  await postgres.run(
    url,
    `INSERT INTO rate_limits VALUES ('user:a', 100, ${Date.now() + 3_000_000})`,
  );
  const counts = await Promise.all(
    limiters.flatMap((limiter) => Array.from({ length: 50 }, () => limiter.consume('a'))),
  );
  expect(passed(counts)).toBe(100);
});

test('a key over the limit is refused without the database; other keys get an error', async () => {
  const url = await postgres.createDatabase();
  const limiter = await openLimiter(url);
  await consumeTimes(limiter, 100);
  const superuser = postgres.address('postgres');
  const name = new URL(url).pathname.slice(1);
  await postgres.run(superuser, `ALTER DATABASE ${name} ALLOW_CONNECTIONS false`);
  const end = `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '${name}'`;
  await postgres.run(superuser, end);
  expect(await limiter.consume('a')).toMatchObject({ isOver: true, remaining: 0 });
  await expect(limiter.consume('b')).rejects.toThrow(StoreError);
});

test('outdated counts are removed', async () => {
  const url = await postgres.createDatabase();
  await openLimiter(url, 20);
  const rows = Object.entries({ ended: -2 * hour, wrong: 2 * hour, current: 30_000, late: -30_000 })
    .map(([key, ms]) => `('user:${key}', 1, ${Date.now() + ms})`)
    .join();
  await postgres.run(url, `INSERT INTO rate_limits VALUES ${rows}`);
  const kept = () => postgres.run(url, 'SELECT key FROM rate_limits ORDER BY key');
  await expect.poll(kept).toEqual([{ key: 'user:current' }, { key: 'user:late' }]);
});
