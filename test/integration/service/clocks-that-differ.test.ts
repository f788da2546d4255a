import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { usePostgres } from '../../support/postgres/use-postgres.ts';
import { startProviderStandIn, text } from '../../support/provider-stand-in.ts';
import { generatePath, startService } from '../../support/service.ts';
import { newImage, providerEnv } from '../../support/service-with-providers.ts';

const preload = join(import.meta.dirname, '../../support/clock-skew.js');
const hour = 3_600_000;
const user = { user_id: 'editor@example.com' };
const postgres = usePostgres();

test('machines whose clocks are an hour ahead and behind share credits', async () => {
  const databaseUrl = await postgres.createDatabase();
  const providers = await startProviderStandIn();
  onTestFinished(() => providers.stop());
  let answer: () => void = () => undefined;
  const answered = new Promise<void>((resolve) => (answer = resolve));
  providers.set({ openai: text(() => answered.then(() => 'A boat')) });

  async function start(aheadMs: number) {
    const clock = { NODE_OPTIONS: `--import ${preload}`, CLOCK_AHEAD_MS: String(aheadMs) };
    const service = await startService({
      ...providerEnv(providers),
      ...clock,
      DATABASE_URL: databaseUrl,
      // Longer than the other processes take to start.
      ...{ PROVIDER_TIMEOUT_MS: '40000', REQUEST_DEADLINE_MS: '45000' },
    });
    onTestFinished(() => void service.stop('SIGKILL'));
    return service;
  }

  const behind = await start(-hour);
  const key = await behind.createAccount({ ...user, credits: 10 });
  const body = { ...user, image_file: await newImage() };
  const headers = { 'x-api-key': key, 'idempotency-key': 'one-call' };
  const call = behind.post(generatePath, body, headers);
  await expect.poll(() => providers.calls.length, { timeout: 20_000 }).toBe(1);
  // Each process releases expired reservations when it starts.
  const [ahead, right] = await Promise.all([start(hour), start(0)]);
  const other = { ...user, image_file: await newImage() };
  const cut = ahead.post(generatePath, other, { 'x-api-key': key }).catch(() => undefined);
  await expect.poll(() => providers.calls.length, { timeout: 20_000 }).toBe(2);
  expect(await right.credits(user.user_id)).toBe(8);
  const sameCall = right.post(generatePath, body, headers);
  await ahead.stop('SIGKILL');
  await cut;

  answer();
  expect(await call).toMatchObject({ status: 200, body: { altText: 'A boat' } });
  expect((await sameCall).text).toBe((await call).text);
  expect(providers.calls).toHaveLength(2);

  // The reservation of the killed process expires a minute after its deadline, not an hour later.
  const expired = await postgres.run(
    databaseUrl,
    `UPDATE entries SET expires_at = now() - interval '1 second'
     WHERE expires_at BETWEEN now() + interval '50 s' AND now() + interval '120 s' RETURNING 1`,
  );
  expect(expired).toHaveLength(1);
  await Promise.all([start(hour), start(-hour)]);
  expect(await right.credits(user.user_id)).toBe(9);
  expect(await right.execute('store check', {})).toMatchObject({ imbalances: [] });
}, 60_000);
