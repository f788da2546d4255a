import { request } from 'node:http';
import { Client } from 'pg';
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { startProxy } from '../../support/postgres/proxy.ts';
import { usePostgres } from '../../support/postgres/use-postgres.ts';
import { text, type Behaviour } from '../../support/provider-stand-in.ts';
import { newImage, startServiceWithProviders } from '../../support/service-with-providers.ts';
import { generatePath } from '../../support/service.ts';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

/** A text that only occurs in the statements that settle a call. */
const settling = 'SET expires_at = NULL';
const key = { 'idempotency-key': 'k1' };

const postgres = usePostgres();
let url: string;

beforeEach(async () => {
  url = await postgres.createDatabase();
});

/** A service with 10 credits whose database can be disconnected. */
async function startBehindProxy(env: Record<string, string> = {}) {
  const proxy = await startProxy(url);
  onTestFinished(() => proxy.stop());
  const whole = await startServiceWithProviders({
    env: { DATABASE_URL: proxy.through(url), ...env },
    credits: 10,
  });
  onTestFinished(() => whole.dispose());
  return { whole, proxy };
}

async function balance(): Promise<unknown> {
  const [row] = await postgres.run(url, 'SELECT credits_available::integer AS left FROM accounts');
  return row?.['left'];
}

/** The calls in the history: credits and reason by request, in order. */
async function history(): Promise<unknown[]> {
  const rows = await postgres.run(
    url,
    `SELECT credits::integer AS credits, reason FROM entries WHERE request_id IS NOT NULL
     ORDER BY request_id, credits`,
  );
  return rows.map(({ credits, reason }) => [credits, reason]);
}

test('retries a settle whose reply is lost until the database is back', async () => {
  const { whole, proxy } = await startBehindProxy();
  const lost = proxy.loseReplyTo(settling);
  const calling = whole.generate();
  await lost;
  // More than a single attempt causes, so the store has given up at least once.
  await expect.poll(() => proxy.refused(), { timeout: 20_000 }).toBeGreaterThan(7);
  proxy.restore();
  expect(await calling).toMatchObject({ status: 200, body: { CreditsAvailable: 9 } });
  expect(await history()).toEqual([[-1, 'call']]);
  expect(await balance()).toBe(9);
});

async function loseACall(env: Record<string, string>, headers = {}) {
  const { whole, proxy } = await startBehindProxy({ REQUEST_DEADLINE_MS: '2000', ...env });
  const lost = proxy.loseReplyTo(settling);
  const calling = whole.generate({}, headers);
  await lost;
  expect((await calling).status).toBe(500);
  expect(await balance()).toBe(9);
  return { whole, proxy };
}

test('reverses a settle in doubt at the deadline when the database is back', async () => {
  const { whole, proxy } = await loseACall({}, key);
  proxy.restore();
  await expect.poll(balance, { timeout: 20_000 }).toBe(10);
  expect(await history()).toEqual([
    [-1, 'call'],
    [1, 'correction'],
  ]);
  expect(await whole.service.execute('store check', {})).toMatchObject({ imbalances: [] });
  // The lost response is not stored: the same key makes a new call.
  const again = await whole.generate({ image_file: await newImage() }, key);
  expect(again).toMatchObject({ status: 200, body: { CreditsAvailable: 9 } });
});

test('reverses a settle in doubt before the service stops', async () => {
  const { whole, proxy } = await loseACall({});
  const ended = whole.service.stop();
  await expect.poll(() => whole.service.log(), { timeout: 20_000 }).toContain('"stopping"');
  proxy.restore();
  expect(await ended).toBe(0);
  expect(await balance()).toBe(10);
});

test('stops despite a settle that it cannot reverse, and names it', async () => {
  const { whole } = await loseACall({});
  expect(await whole.service.stop()).toBe(0);
  expect(whole.service.log()).toContain('calls not reversed');
});

/** A provider that waits before it answers. */
function patient() {
  let answerNow: () => void = () => undefined;
  const mayAnswer = new Promise<void>((resolve) => (answerNow = resolve));
  const behaviour: Behaviour = async (call, response) => {
    await mayAnswer;
    await text('A boat')(call, response);
  };
  return { behaviour, answerNow };
}

/** A call that waits for a provider while another transaction locks its rows in the database. */
async function callAndLock(rows: string, headers = {}) {
  const { behaviour, answerNow } = patient();
  const behaviours = { openai: behaviour };
  const env = { DATABASE_URL: url };
  const whole = await startServiceWithProviders({ env, behaviours, credits: 10 });
  onTestFinished(() => whole.dispose());
  const fields = { user_id: whole.userId, image_file: await newImage() };
  const call = request(whole.service.url + generatePath, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-api-key': whole.key, ...headers },
  });
  call.on('error', () => undefined).end(JSON.stringify(fields));
  await expect.poll(() => whole.providers.calls.length, { timeout: 20_000 }).toBe(1);
  const holder = new Client(url);
  await holder.connect();
  await holder.query(`BEGIN; SELECT 1 FROM ${rows} FOR UPDATE`);

  return {
    whole,
    fields,
    answerNow,
    async waitUntilBlocked() {
      const blocked = async () =>
        (await holder.query('SELECT 1 FROM pg_locks WHERE NOT granted')).rowCount;
      await expect.poll(blocked, { timeout: 20_000 }).toBeGreaterThan(0);
    },
    async hangUp() {
      call.destroy();
      // When a later call is answered, the service knows that this caller has disconnected.
      for (let i = 0; i < 3; i++) await fetch(`${whole.service.url}/healthz`);
    },
    async unlock() {
      await holder.query('COMMIT');
      await holder.end();
    },
  };
}

test('does not charge a caller who hung up before a slow settle', async () => {
  const { waitUntilBlocked, hangUp, unlock, answerNow } = await callAndLock('accounts');
  await hangUp();
  answerNow();
  // Returning the credit waits for the locked account.
  await waitUntilBlocked();
  await unlock();
  await expect.poll(balance, { timeout: 20_000 }).toBe(10);
  expect(await history()).toEqual([]);
});

test('refunds a caller who hangs up during a slow settle', async () => {
  const { waitUntilBlocked, hangUp, unlock, answerNow } = await callAndLock('entries');
  answerNow();
  await waitUntilBlocked();
  await hangUp();
  await unlock();
  await expect.poll(balance, { timeout: 20_000 }).toBe(10);
});

test('charges a call with an idempotency key, which returns its text on a retry', async () => {
  const { whole, fields, waitUntilBlocked, hangUp, unlock, answerNow } = await callAndLock(
    'entries',
    key,
  );
  answerNow();
  await waitUntilBlocked();
  await hangUp();
  await unlock();
  const again = await whole.generate(fields, key);
  expect(again).toMatchObject({ status: 200, body: { altText: 'A boat', CreditsAvailable: 9 } });
  expect(whole.providers.calls).toHaveLength(1);
  expect(await balance()).toBe(9);
});
