import { Client } from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { createLog } from '../../../service/server/log.ts';
import { openDatabase } from '../../../service/storage/postgres/database.ts';
import { openPostgresBackend } from '../../../service/storage/postgres/storage-backend.ts';
import { usePostgres } from '../../support/postgres/use-postgres.ts';
import { alertLogContract } from './alert-log.ts';
import { callCounterContract } from './call-counter.ts';
import { challengeStoreContract } from './challenge-store.ts';
import { responseCacheContract } from './suite.ts';

const postgres = usePostgres();
const options = { log: createLog('silent') };

responseCacheContract('PostgreSQL', async () =>
  openPostgresBackend(await postgres.createDatabase(), options),
);

alertLogContract('PostgreSQL', async () => {
  const url = await postgres.createDatabase();
  const storage = await openPostgresBackend(url, options);
  return {
    storage,
    async pass(ms) {
      const database = openDatabase(url, options);
      await database.query('UPDATE alerts SET sent_at = sent_at - make_interval(secs => $1)', [
        ms / 1_000,
      ]);
      await database.close();
    },
  };
});

test('an alert is not sent if it waited for another process that sent it', async () => {
  const url = await postgres.createDatabase();
  const storage = await openPostgresBackend(url, options);
  onTestFinished(() => storage.accountStore.close());
  const other = new Client(url);
  await other.connect();
  onTestFinished(() => other.end());
  await other.query('BEGIN');
  await other.query("INSERT INTO alerts (cause, sent_at, is_open) VALUES ('store', now(), true)");
  const raised = storage.alertLog.raise('store');
  const waiting =
    "SELECT 1 FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND query ~ 'alerts'";
  await expect.poll(() => postgres.run(url, waiting)).toHaveLength(1);
  await other.query('UPDATE alerts SET sent_at = clock_timestamp()');
  await other.query('COMMIT');
  expect(await raised).toBe(false);
});

challengeStoreContract('PostgreSQL', async () => {
  const url = await postgres.createDatabase();
  const pass = (ms: number) =>
    postgres.run(
      url,
      `UPDATE challenges SET expires_at = expires_at - make_interval(secs => ${ms / 1_000})`,
    );
  return { storage: await openPostgresBackend(url, options), pass };
});

test('expired challenges are removed', async () => {
  const url = await postgres.createDatabase();
  const storage = await openPostgresBackend(url, { ...options, maintenanceEveryMs: 20 });
  onTestFinished(() => storage.accountStore.close());
  await storage.challengeStore.add('expired', -1);
  await storage.challengeStore.add('valid', 300);
  const kept = () => postgres.run(url, 'SELECT hash FROM challenges');
  await expect.poll(kept).toEqual([{ hash: 'valid' }]);
});

callCounterContract('PostgreSQL', async () => {
  const url = await postgres.createDatabase();
  return { open: () => openPostgresBackend(url, options) };
});
