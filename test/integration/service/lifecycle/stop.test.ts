import { once } from 'node:events';
import { connect } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { text, type Behaviour } from '../../../support/provider-stand-in.ts';
import {
  startServiceWithProviders,
  type ServiceWithProviders,
} from '../../../support/service-with-providers.ts';

let whole: ServiceWithProviders;
/** Resolves when a provider is asked. */
let asked: Promise<void>;
/** Lets the provider answer. */
let answerNow: () => void;

afterEach(() => whole.dispose());

async function begin(env: Record<string, string> = {}) {
  whole = await startServiceWithProviders({ env });
}

/** Starts a service whose first provider waits before it answers. */
async function beginPatient() {
  let onAsked: () => void = () => undefined;
  asked = new Promise((resolve) => (onAsked = resolve));
  const mayAnswer = new Promise<void>((resolve) => (answerNow = resolve));
  const patient: Behaviour = async (call, response) => {
    onAsked();
    await mayAnswer;
    await text('At last')(call, response);
  };
  whole = await startServiceWithProviders({ credits: 2, behaviours: { openai: patient } });
}

/** A connection to the service after these bytes were sent. */
async function connection(sent = '') {
  const socket = connect(Number(new URL(whole.service.url).port), '127.0.0.1');
  await once(socket, 'connect');
  socket.write(sent);
  return socket;
}

test.each(['SIGTERM', 'SIGINT', 'SIGHUP'] as const)(
  'finishes calls in progress on %s, accepts no new ones and exits with 0',
  async (signal) => {
    await beginPatient();
    const pending = whole.generate();
    await asked;
    const ended = whole.service.stop(signal);
    await expect.poll(() => whole.service.log()).toContain('"stopping"');
    await expect(fetch(`${whole.service.url}/readyz`)).rejects.toThrow();
    // However often it gets a signal, it stops once.
    void whole.service.stop(signal);
    void whole.service.stop('SIGTERM');

    answerNow();
    const answer = await pending;
    expect(answer.status).toBe(200);
    expect(answer.body).toMatchObject({ altText: 'At last', CreditsAvailable: 1 });
    expect(await ended).toBe(0);
    expect(whole.service.log()).toContain('"stopped"');
  },
);

test('finishes many calls on SIGTERM while the store is writing', async () => {
  await begin();
  const calls = Array.from({ length: 30 }, () => whole.generate());
  const first = await Promise.race(calls);
  const ended = whole.service.stop();
  expect(first.status).toBe(200);
  const outcomes = await Promise.allSettled(calls);
  // Calls that the service had not started to read may fail; the others get their text.
  const answered = outcomes.filter(({ status }) => status === 'fulfilled').length;
  expect(await ended).toBe(0);
  expect(answered).toBeGreaterThanOrEqual(whole.providers.calls.length);
});

test('is not ready on a connection that is still open', async () => {
  await beginPatient();
  const socket = await connection('GET /healthz HTTP/1.1\r\nHost: a\r\n\r\n');
  const [first] = (await once(socket, 'data')) as [Buffer];
  expect(first.toString()).toMatch(/^HTTP\/1\.1 200 /);

  // A call of the same connection keeps it open.
  const body = 'x'.repeat(10);
  socket.write(
    `POST /v1/get-user-details-api HTTP/1.1\r\nHost: a\r\nx-api-key: ${whole.key}\r\n` +
      `Content-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n`,
  );
  const pending = whole.generate();
  await asked;
  const ended = whole.service.stop();
  await expect.poll(() => whole.service.log()).toContain('"stopping"');
  socket.write(`${body}GET /readyz HTTP/1.1\r\nHost: a\r\n\r\n`);
  const answers: Buffer[] = [];
  socket.on('data', (chunk: Buffer) => answers.push(chunk));
  await once(socket, 'close');
  expect(Buffer.concat(answers).toString()).toMatch(/^HTTP\/1\.1 400 /);

  answerNow();
  expect((await pending).status).toBe(200);
  expect(await ended).toBe(0);
});

test('waits neither for idle connections, which it keeps open for longer than a proxy does, nor for a request that is never completed', async () => {
  await begin({ REQUEST_DEADLINE_MS: '300' });
  const silent = await connection();
  const kept = await connection('GET /healthz HTTP/1.1\r\nHost: a\r\n\r\n');
  const [answer] = (await once(kept, 'data')) as [Buffer];
  expect(answer.toString()).toMatch(/^keep-alive: timeout=65\r$/im);
  const slow = await connection(
    `POST /v1/get-user-details-api HTTP/1.1\r\nHost: a\r\nx-api-key: ${whole.key}\r\n` +
      'Content-Type: application/json\r\nContent-Length: 100\r\n\r\n{',
  );
  slow.on('error', () => undefined);
  const closed = once(slow, 'close');
  // The request has been read when a later one is answered.
  expect((await fetch(`${whole.service.url}/healthz`)).status).toBe(200);
  const start = performance.now();
  expect(await whole.service.stop()).toBe(0);
  expect(performance.now() - start).toBeLessThan(5_000);
  await closed;
  silent.destroy();
  kept.destroy();
});

test('/readyz answers 503 during SHUTDOWN_DELAY_MS while calls are still accepted', async () => {
  await begin({ SHUTDOWN_DELAY_MS: '3000' });
  expect((await fetch(`${whole.service.url}/readyz`)).status).toBe(200);
  const start = performance.now();
  const ended = whole.service.stop();
  await expect.poll(() => whole.service.log()).toContain('"stopping"');
  const ready = await fetch(`${whole.service.url}/readyz`);
  expect(ready.status).toBe(503);
  expect(await ready.json()).toEqual({ status: 'unavailable', reason: 'The service is stopping.' });
  expect((await whole.generate()).status).toBe(200);
  expect(await ended).toBe(0);
  expect(performance.now() - start).toBeGreaterThan(2_900);
});
