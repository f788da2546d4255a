import { afterAll, beforeAll, expect, test } from 'vitest';
import { readVersion } from '../../../service/config/package.ts';
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

test('by default, probes are not logged', async () => {
  const lines = () =>
    [...service.log().matchAll(/"level":(\d+).*"path":"(\/\w+)"/g)].map(([, level, path]) => [
      level,
      path,
    ]);
  for (const path of ['/healthz', '/readyz', '/nowhere']) await fetch(service.url + path);
  await expect.poll(lines).toContainEqual(['30', '/nowhere']);
  const paths = lines().map(([, path]) => path);
  expect(paths).not.toContain('/healthz');
  expect(paths).not.toContain('/readyz');
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

test('serves no metrics at a path that the rule of a proxy for /metrics may not cover', async () => {
  const statusOf = async (path: string) => (await fetch(`${service.url}${path}`)).status;
  for (const path of ['/Metrics', '/METRICS', '/metrics/', '//metrics', '/%6Detrics', '/metrics;a'])
    expect(await statusOf(path), path).toBe(404);
  expect(await statusOf('/metrics')).toBe(200);
});

test('/metrics measures the providers in the text format of Prometheus, and has the version', async () => {
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
  expect(text).toContain(`altscribe_build_info{version="${readVersion()}"`);
});
