import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { runCliWith } from '../../support/run-to-end.ts';
import { startService, type RunningService } from '../../support/service.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

let service: RunningService;

beforeAll(async () => {
  service = await startService({ OPENAI_API_KEY: 'never-called' });
});

afterAll(() => service.dispose());

test.each(['/healthz', '/readyz'])(
  '%s reports that the service is healthy, without a key',
  async (path) => {
    const answer = await fetch(service.url + path);
    expect(answer.status).toBe(200);
    expect(await answer.json()).toEqual({ status: 'ok' });
    const head = await fetch(service.url + path, { method: 'HEAD' });
    expect(head.status).toBe(200);
  },
);

test.each(['/healthz', '/readyz'])('%s accepts only GET and HEAD', async (path) => {
  const answer = await fetch(service.url + path, { method: 'POST' });
  expect(answer.status).toBe(405);
  expect(answer.headers.get('allow')?.split(', ').toSorted()).toEqual(['GET', 'HEAD']);
});

test('probes are logged at debug level', async () => {
  const loud = await startService({ OPENAI_API_KEY: 'never-called', LOG_LEVEL: 'debug' });
  onTestFinished(() => loud.dispose());
  const linesOf = ({ log }: RunningService) =>
    [...log().matchAll(/"level":(\d+).*"path":"(\/\w+)"/g)].map(([, level, path]) => [level, path]);
  for (const { url } of [loud, service]) {
    for (const path of ['/healthz', '/readyz', '/nowhere']) await fetch(url + path);
  }
  await expect.poll(() => linesOf(loud)).toContainEqual(['30', '/nowhere']);
  await expect.poll(() => linesOf(service)).toContainEqual(['30', '/nowhere']);
  expect(linesOf(loud)).toContainEqual(['20', '/healthz']);
  expect(linesOf(loud)).toContainEqual(['20', '/readyz']);
  expect(linesOf(service).map(([, path]) => path)).not.toContain('/healthz');
  expect(linesOf(service).map(([, path]) => path)).not.toContain('/readyz');
});

test('the command health finds the service by DATA_DIR, whatever its port', async () => {
  // The service has chosen its port itself, and PORT is another one.
  const found = await runCliWith({ PORT: '1' }, service.dataDir, 'health');
  expect(found).toEqual({ code: 0, stdout: '', stderr: '' });
  const stopped = await temporaryFolder();
  const missing = await runCliWith({ PORT: '1' }, stopped, 'health');
  expect(missing).toMatchObject({ code: 1, stdout: '' });
  expect(missing.stderr).toContain('no response at http://127.0.0.1:1/healthz');
});

test('/metrics measures the providers in the text format of Prometheus', async () => {
  const answer = await fetch(`${service.url}/metrics`);
  expect(answer.status).toBe(200);
  expect(answer.headers.get('content-type')).toMatch(/^text\/plain; version=0\.0\.4/);
  const text = await answer.text();
  for (const series of [
    'altscribe_provider_calls_total{provider="openai",outcome="authentication"} 0',
    'altscribe_provider_calls_total{provider="openai",outcome="model"} 0',
    'altscribe_requests_total{operation="generate-alt-text",status="500",reason="providers_failed"} 0',
    'altscribe_requests_total{operation="get-user-details",status="401",reason="api_key_invalid"} 0',
    'altscribe_store_errors_total{operation="settle",kind="fault"} 0',
  ]) {
    expect(text).toContain(`${series}\n`);
  }
  for (const name of ['calls_total', 'call_duration_seconds', 'breaker_state', 'fallbacks_total']) {
    expect(text).toContain(`# TYPE altscribe_provider_${name} `);
  }
});
