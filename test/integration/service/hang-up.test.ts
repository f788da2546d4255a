import { request } from 'node:http';
import { Client } from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { usePostgres } from '../../support/postgres/use-postgres.ts';
import { newImage, startServiceWithProviders } from '../../support/service-with-providers.ts';
import { generatePath } from '../../support/service.ts';

const postgres = usePostgres();

test('hanging up while the rate limit is checked costs nothing', async () => {
  const url = await postgres.createDatabase();
  const whole = await startServiceWithProviders({ env: { DATABASE_URL: url }, credits: 10 });
  onTestFinished(() => whole.dispose());
  const holder = new Client(url);
  await holder.connect();
  await holder.query('BEGIN; LOCK TABLE rate_limits IN ACCESS EXCLUSIVE MODE');

  const body = JSON.stringify({ user_id: whole.userId, image_file: await newImage() });
  const headers = { 'content-type': 'application/json', 'x-api-key': whole.key };
  const call = request(whole.service.url + generatePath, { method: 'POST', headers });
  call.on('error', () => undefined).end(body);
  const waiting = async () =>
    (await holder.query('SELECT 1 FROM pg_locks WHERE NOT granted')).rowCount;
  await expect.poll(waiting, { timeout: 10_000 }).toBe(1);
  call.destroy();
  // When a later call is answered, the service knows that this caller has disconnected.
  for (let i = 0; i < 3; i++) await fetch(`${whole.service.url}/healthz`);
  await holder.query('COMMIT');
  await holder.end();

  // The next call is behind it in every queue.
  expect((await whole.generate()).status).toBe(200);
  expect(whole.providers.calls).toHaveLength(1);
  expect(await whole.service.credits(whole.userId)).toBe(9);
});
