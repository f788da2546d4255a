import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { createLog } from '../../../service/server/log.ts';
import { openPostgresBackend } from '../../../service/storage/postgres/storage-backend.ts';
import { StoreError } from '../../../service/storage/interfaces/errors.ts';
import { startPostgres, type Postgres } from '../../support/postgres/server.ts';
import { consumeTimes, passed, rateLimiterContract } from './suite.ts';

const log = createLog('silent');
const limit = { name: 'user', points: 100, duration: 60 };
let postgres: Postgres;

beforeAll(async () => {
  postgres = await startPostgres();
}, 60_000);

afterAll(() => postgres.dispose());

/** What another process that uses the same database has. */
async function openLimiter(url: string, maintenanceEveryMs?: number) {
  const storage = await openPostgresBackend(url, {
    log,
    ...(maintenanceEveryMs && { maintenanceEveryMs }),
  });
  onTestFinished(() => storage.accountStore.close());
  return storage.createRateLimiter(limit);
}

rateLimiterContract('PostgreSQL', async () =>
  openPostgresBackend(await postgres.createDatabase(), { log }),
);

test('five that open the database at once count together', async () => {
  const url = await postgres.createDatabase();
  const limiters = await Promise.all(Array.from({ length: 5 }, () => openLimiter(url)));
  const counts = await Promise.all(
    limiters.flatMap((limiter) => Array.from({ length: 50 }, () => limiter.consume('a'))),
  );
  expect(passed(counts)).toBe(100);
});

test('a restart goes on counting', async () => {
  const url = await postgres.createDatabase();
  expect(passed(await consumeTimes(await openLimiter(url), 60))).toBe(60);
  expect(passed(await consumeTimes(await openLimiter(url), 60))).toBe(40);
});

test('five that see a count from a wrong clock begin anew once', async () => {
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

test('whoever is over the limit is refused without asking; nobody else is let through', async () => {
  const limiter = await openLimiter(await postgres.createDatabase());
  await consumeTimes(limiter, 100);
  await postgres.stop();
  onTestFinished(() => postgres.start());
  expect(await limiter.consume('a')).toMatchObject({ isOver: true, remaining: 0 });
  await expect(limiter.consume('b')).rejects.toThrow(StoreError);
});

test('counts that are of no use are removed', async () => {
  const url = await postgres.createDatabase();
  await openLimiter(url, 20);
  const hour = 3_600_000;
  const rows = Object.entries({ ended: -2 * hour, wrong: 2 * hour, current: 30_000, late: -30_000 })
    .map(([key, ms]) => `('user:${key}', 1, ${Date.now() + ms})`)
    .join();
  await postgres.run(url, `INSERT INTO rate_limits VALUES ${rows}`);
  const kept = () => postgres.run(url, 'SELECT key FROM rate_limits ORDER BY key');
  await expect.poll(kept).toEqual([{ key: 'user:current' }, { key: 'user:late' }]);
});
