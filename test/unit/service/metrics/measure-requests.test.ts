import { Registry } from 'prom-client';
import { expect, test } from 'vitest';
import { createRequestMetrics } from '../../../../service/metrics/measure-requests.ts';

test('counts requests while they run, and by how they ended', async () => {
  const registry = new Registry();
  const { begin } = createRequestMetrics(registry, ['generate']);
  const value = async (sample: string) =>
    (await registry.metrics()).split('\n').find((line) => line.startsWith(`${sample} `));
  const [first, second] = [begin(), begin()];
  expect(await value('altscribe_requests_in_flight')).toMatch(/ 2$/);
  first({ operation: 'generate', status: 200, reason: '' });
  second({ operation: 'generate', status: 429, reason: 'busy' });
  expect(await value('altscribe_requests_in_flight')).toMatch(/ 0$/);
  const ended = 'altscribe_requests_total{operation="generate",status=';
  expect(await value(`${ended}"200",reason=""}`)).toMatch(/ 1$/);
  expect(await value(`${ended}"429",reason="busy"}`)).toMatch(/ 1$/);
  expect(await value(`${ended}"500",reason="internal_error"}`)).toMatch(/ 0$/);
  const count = 'altscribe_request_duration_seconds_count{operation="generate"}';
  expect(await value(count)).toMatch(/ 2$/);
});
