import { afterAll, beforeAll, expect, test } from 'vitest';
import { startService, type RunningService } from '../../support/service.ts';

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

test('/metrics measures the providers in the text format of Prometheus', async () => {
  const answer = await fetch(`${service.url}/metrics`);
  expect(answer.status).toBe(200);
  expect(answer.headers.get('content-type')).toMatch(/^text\/plain; version=0\.0\.4/);
  const text = await answer.text();
  for (const name of ['calls_total', 'call_duration_seconds', 'breaker_state', 'fallbacks_total']) {
    expect(text).toContain(`# TYPE altscribe_provider_${name} `);
  }
});
