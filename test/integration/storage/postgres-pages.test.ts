import { expect, onTestFinished, test } from 'vitest';
import { createLog } from '../../../service/server/log.ts';
import { openPostgresAccountStore } from '../../../service/storage/postgres/account-store.ts';
import { account, at, user } from '../../contract/account-store/examples.ts';
import { usePostgres } from '../../support/postgres/use-postgres.ts';

const postgres = usePostgres();

test('reading a page of a long list reads few other rows, by index', async () => {
  const url = await postgres.createDatabase();
  const store = await openPostgresAccountStore(url, { log: createLog('silent') });
  onTestFinished(() => store.close());
  await store.createAccount(account(user, { credits_available: 0 }), at);
  await postgres.run(
    url,
    `INSERT INTO accounts (user_id, owner_id, plan_type, credits_available)
     SELECT n || '-of-a@example.com', '${user}', 'pro', 0 FROM generate_series(1, 5000) n
     UNION ALL
     SELECT n || '@example.com', n || '@example.com', 'pro', 0 FROM generate_series(1, 5000) n;
     INSERT INTO entries (user_id, id, credits, reason, at)
     SELECT '${user}', 'e' || n, 0, 'call', now() - n * interval '1 s'
     FROM generate_series(1, 5000) n;
     ANALYZE`,
  );
  /** How many rows an index has read so far. */
  async function readBy(index: string) {
    const [row] = await postgres.run(
      url,
      `SELECT idx_tup_read::integer AS rows FROM pg_stat_user_indexes WHERE indexrelname = '${index}'`,
    );
    return row?.['rows'] as number;
  }

  expect(await store.listEntries(user, { limit: 50, after: 'e2500' })).toHaveLength(50);
  expect(await store.listOwners({ limit: 50, after: '2@example.com' })).toHaveLength(50);
  expect(await store.listUsers(user, { limit: 50, after: '2' })).toHaveLength(50);
  // The statistics of the server lag behind.
  for (const index of ['entries_by_time', 'accounts_that_own', 'accounts_of_owner']) {
    await expect.poll(() => readBy(index), { timeout: 20_000 }).toBeGreaterThanOrEqual(50);
    expect(await readBy(index)).toBeLessThan(500);
  }
}, 60_000);
