import { once } from 'node:events';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { createMemoryBudget } from '../../../service/concurrency/memory-budget.ts';
import { useOwnPostgres } from '../../support/postgres/use-postgres.ts';
import { status, text } from '../../support/provider-stand-in.ts';
import { runService } from '../../support/run-to-end.ts';
import {
  startServiceWithProviders,
  type ServiceWithProviders,
  type StartOptions,
} from '../../support/service-with-providers.ts';
import { detailsPath, startService, type RunningService } from '../../support/service.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { startWebhook, type Webhook } from '../../support/webhook.ts';

const workers = 2;
const slow = { timeout: 60_000 };

const postgres = useOwnPostgres();
/** Most tests share this service; the last ones stop it. */
let shared: ServiceWithProviders;
let measured: ServiceWithProviders;
/** Gets the alerts of the shared service. */
let webhook: Webhook;

beforeAll(async () => {
  webhook = await startWebhook();
  shared = await startCluster({
    env: { RATE_LIMIT_PER_MINUTE: '100', ALERT_WEBHOOK_URL: webhook.url },
  });
  measured = await startCluster({ env: { METRICS_PORT: '0', SHUTDOWN_DELAY_MS: '5000' } });
}, 120_000);

afterAll(async () => {
  await shared.dispose();
  await measured.dispose();
  webhook.stop();
});

/** A service with several workers, all of them listening. */
async function startCluster({ env, ...rest }: StartOptions = {}): Promise<ServiceWithProviders> {
  const whole = await startServiceWithProviders({
    ...rest,
    env: {
      ...env,
      DATABASE_URL: await postgres.createDatabase(),
      WEB_CONCURRENCY: String(workers),
    },
  });
  await pidsOf(whole.service, 'listening', workers);
  return whole;
}

/** Waits until this many processes have logged a message, and returns them. */
async function pidsOf(service: RunningService, message: string, count: number): Promise<number[]> {
  const pids = () => {
    const lines = service.log().split('\n');
    const said = lines.filter((line) => line.endsWith(`"msg":"${message}"}`));
    return [...new Set(said.map((line) => (JSON.parse(line) as { pid: number }).pid))];
  };
  return vi.waitFor(
    () => {
      const found = pids();
      expect(found.length, service.log()).toBeGreaterThanOrEqual(count);
      return found;
    },
    { timeout: 30_000 },
  );
}

/** The workers that have not been killed, of a service with this many that have listened. */
async function runningWorkers({ service }: ServiceWithProviders): Promise<number[]> {
  const pids = await pidsOf(service, 'listening', workers);
  return pids.filter((pid) => !service.log().includes(`"worker":${pid},"code"`));
}

function times<T>(count: number, make: () => T): T[] {
  return Array.from({ length: count }, make);
}

function details({ service, userId, key }: ServiceWithProviders) {
  return service.post(detailsPath, { user_id: userId }, { 'x-api-key': key });
}

/** The URL of the metrics of a service with METRICS_PORT. */
function metricsUrl({ service }: ServiceWithProviders): string {
  const [, port] = /"port":(\d+),"msg":"metrics listening"/.exec(service.log()) ?? [];
  return `http://127.0.0.1:${port}/metrics`;
}

/** Requests `/metrics` on several connections at the same time. */
async function readMetrics({ service }: ServiceWithProviders): Promise<string[]> {
  const read = async () => (await fetch(`${service.url}/metrics`)).text();
  return Promise.all(times(2 * workers, read));
}

test('calls are served by several workers and not by the primary', slow, async () => {
  const answers = await Promise.all(times(30, () => details(shared)));
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
  const served = await pidsOf(shared.service, 'request', 2);
  expect(served).not.toContain(shared.service.pid);
});

test('workers share rate limits', slow, async () => {
  const user_id = 'limited@example.com';
  const key = await shared.service.createAccount({ user_id });
  const call = () => shared.service.post(detailsPath, { user_id }, { 'x-api-key': key });
  const answers = await Promise.all(times(150, call));
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(100);
  expect(answers.filter(({ status }) => status === 429)).toHaveLength(50);
});

test('/metrics adds up the measurements of all workers, whichever responds', slow, async () => {
  const answers = await Promise.all(times(20, () => shared.generate()));
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
  const calls = shared.providers.calls.length;
  expect(calls).toBe(20);
  for (const metrics of await readMetrics(shared)) {
    const line = `altscribe_provider_calls_total{provider="openai",outcome="ok"} ${calls}\n`;
    expect(metrics).toContain(line);
    expect(metrics).toContain(
      `\naltscribe_image_memory_limit_bytes ${workers * createMemoryBudget(workers).maxBytes}\n`,
    );
    expect(metrics).toContain('\naltscribe_store_up 1\n');
  }
});

test('/metrics fails within seconds while a worker is stuck, so an alert fires', slow, async () => {
  const whole = measured;
  const [stuck] = await runningWorkers(whole);
  if (!stuck) throw new Error('No worker.');
  const read = () => fetch(metricsUrl(whole), { signal: AbortSignal.timeout(10_000) });
  expect(await (await read()).text()).toContain(`altscribe_workers_measured ${workers}\n`);
  process.kill(stuck, 'SIGSTOP');
  onTestFinished(() => void process.kill(stuck, 'SIGCONT'));
  expect((await read()).status).toBe(500);
  process.kill(stuck, 'SIGCONT');
  const again = await (await read()).text();
  expect(again).toContain(`altscribe_workers_measured ${workers}\n`);
  expect(again).toContain(`altscribe_workers_expected ${workers}\n`);
});

test('of many workers that see a problem, one sends an alert', slow, async () => {
  const behaviours = { openai: status(401), gemini: status(401) };
  const whole = await shared.forTest({ behaviours });
  await Promise.all(times(12, () => whole.generate()));
  const titles = () => webhook.texts().map((one) => one.split('\n')[0]);
  const raised = () => titles().filter((title) => !title?.includes('Resolved'));
  const once = [
    'Altscribe: No provider works',
    'Altscribe: gemini rejects our API key',
    'Altscribe: openai rejects our API key',
  ];
  await expect.poll(() => raised().sort(), { timeout: 20_000 }).toEqual(once);
  whole.providers.set({ openai: text('A red square'), gemini: text('A red square') });
  const resolved = 'Altscribe: Resolved: No provider works';
  const isResolved = async () => (await whole.generate()) && titles().includes(resolved);
  await expect.poll(isResolved, { timeout: 40_000, interval: 500 }).toBe(true);
  expect(raised().sort()).toEqual(once);
});

test('/metrics shows the worst state of a circuit breaker, not the sum', slow, async () => {
  shared.providers.set({ openai: status(401) });
  await Promise.all(times(30, () => shared.generate()));
  const state = (value: number) => `altscribe_provider_breaker_state{provider="openai"} ${value}\n`;
  for (const metrics of await readMetrics(shared)) expect(metrics).toContain(state(1));
  const whole = await shared.forTest({ behaviours: { openai: text('A red square') } });
  // Each worker tries it again by itself, after ten seconds.
  const metrics = async () => {
    await Promise.all(times(4, () => whole.generate()));
    return (await readMetrics(shared)).find((one) => !one.includes(state(0))) ?? 'closed';
  };
  await expect.poll(metrics, { timeout: 20_000, interval: 1_000 }).toBe('closed');
});

test('replaces a killed worker while calls continue', slow, async () => {
  const whole = measured;
  const [first] = await runningWorkers(whole);
  if (!first) throw new Error('No worker.');
  const counted = async () => {
    const metrics = await (await fetch(metricsUrl(whole))).text();
    return /altscribe_requests_total\{operation="get-user-details",status="200",.*/.exec(
      metrics,
    )?.[0];
  };
  await Promise.all(times(30, () => details(whole)));
  const before = await counted();
  expect(before).toMatch(/ 30$/);
  process.kill(first, 'SIGKILL');
  await pidsOf(whole.service, 'listening', workers + 1);
  expect(whole.service.log()).toMatch(
    new RegExp(`"worker":${first},"code":null,"signal":"SIGKILL","backoffMs":100,.*"worker died`),
  );
  const answers = await Promise.all(times(30, () => details(whole)));
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
  expect(await counted()).toMatch(/ \d+$/);
  expect((await fetch(`${whole.service.url}/metrics`)).status).toBe(404);
});

test(
  'a replacement worker has the variables that the primary read from .env; all stop when that is killed',
  slow,
  async () => {
    const folder = await temporaryFolder();
    const file = join(folder, '.env');
    await writeFile(file, 'GEMINI_API_KEY=never-called\nRATE_LIMIT_PER_MINUTE=7\n', {
      mode: 0o644,
    });
    const url = await postgres.createDatabase();
    const place = { DATA_DIR: folder, DATABASE_URL: url };
    const service = await startService({ ...place, WEB_CONCURRENCY: '2' });
    onTestFinished(() => service.dispose());
    const [first = 0, second = 0] = await pidsOf(service, 'listening', 2);
    expect(service.log().match(/chmod 600 \.env/g)).toHaveLength(1);
    // It can no longer be read, as if only another user could read it.
    await rm(file);
    await mkdir(file);
    // One after the other, so each port remains free for its service.
    process.kill(first, 'SIGKILL');
    await pidsOf(service, 'listening', 3);
    process.kill(second, 'SIGKILL');
    await pidsOf(service, 'listening', 4);
    const key = await service.createAccount({ user_id: 'a@example.com' });
    const { headers } = await service.post(
      detailsPath,
      { user_id: 'a@example.com' },
      { 'x-api-key': key },
    );
    expect(headers.get('ratelimit-policy')).toContain('q=7;');
    // Its log ends when no process can write to it.
    expect(await service.stop('SIGKILL')).toBeNull();
  },
);

test('retries with growing delays while a worker cannot start', slow, async () => {
  const whole = measured;
  const [first] = await runningWorkers(whole);
  if (!first) throw new Error('No worker.');
  const listened = (await pidsOf(whole.service, 'listening', workers)).length;
  const logged = whole.service.log().length;
  await postgres.stop();
  onTestFinished(() => postgres.start());
  process.kill(first, 'SIGKILL');
  const log = () => whole.service.log().slice(logged);
  await expect.poll(log, { timeout: 30_000 }).toMatch(/"backoffMs":100,[^]*"backoffMs":200,/);
  // A worker that reached the database while it was stopping has no error code; the next one has.
  const refusal = '\nThe database of DATABASE_URL cannot be reached (ECONNREFUSED).\n';
  await expect.poll(log, { timeout: 30_000 }).toContain(refusal);
  await postgres.start();
  await pidsOf(whole.service, 'listening', listened + 1);
  expect((await details(whole)).status).toBe(200);
});

test('answers calls in progress after any number of SIGTERMs', slow, async () => {
  let answerNow: () => void = () => undefined;
  const mayAnswer = new Promise<void>((resolve) => (answerNow = resolve));
  const patient = text(() => mayAnswer.then(() => 'At last'));
  const whole = await shared.forTest({ behaviours: { openai: patient } });
  const pending = times(12, () => whole.generate());
  await expect.poll(() => whole.providers.calls.length, { timeout: 10_000 }).toBe(12);

  // Like a terminal: to the primary, which passes it on, and to each worker.
  const pids = await pidsOf(whole.service, 'listening', workers);
  const ended = whole.service.stop('SIGINT');
  for (const pid of pids) process.kill(pid, 'SIGINT');
  await pidsOf(whole.service, 'stopping', workers);
  await expect(fetch(`${whole.service.url}/healthz`)).rejects.toThrow();
  answerNow();
  const answers = await Promise.all(pending);
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
  // The log ends when no process can write to it.
  expect(await ended).toBe(0);
  expect(await pidsOf(whole.service, 'stopped', workers)).toHaveLength(workers);
  expect(whole.service.log()).not.toContain('worker died');
});

test('the exit code shows that a worker did not stop cleanly', slow, async () => {
  const whole = measured;
  const [first = 0] = await runningWorkers(whole);
  const ended = whole.service.stop();
  await pidsOf(whole.service, 'stopping', workers);
  process.kill(first, 'SIGKILL');
  expect(await ended).toBe(1);
  expect(whole.service.log()).toContain('"worker did not stop cleanly"');
});

test('states once why it cannot start and stops trying', slow, async () => {
  const other = createServer().listen(0, '127.0.0.1');
  onTestFinished(() => void other.close());
  await once(other, 'listening');
  const PORT = String((other.address() as AddressInfo).port);
  const env = { OPENAI_API_KEY: 'never-called', WEB_CONCURRENCY: String(workers) };
  const folder = await temporaryFolder();

  const DATABASE_URL = await postgres.createDatabase();
  expect(await runService({ ...env, PORT, DATABASE_URL }, folder)).toEqual({
    code: 1,
    stdout: '',
    stderr:
      `Cannot listen on 127.0.0.1 port ${PORT}: another process uses this port. ` +
      'Stop it, or set PORT to a free port.\n',
  });
  const missing = await runService({ ...env, DATABASE_URL: `${DATABASE_URL}_missing` }, folder);
  expect(missing).toEqual({
    code: 1,
    stdout: '',
    stderr: 'The database that DATABASE_URL names does not exist.\n',
  });
});
