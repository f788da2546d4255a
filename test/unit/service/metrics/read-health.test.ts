import { Registry } from 'prom-client';
import { expect, test } from 'vitest';
import { createMemoryBudget } from '../../../../service/concurrency/memory-budget.ts';
import { measureProcess } from '../../../../service/metrics/measure-process.ts';
import { readHealth } from '../../../../service/metrics/read-health.ts';
import { createProviderMetrics } from '../../../../service/providers/metrics.ts';

test('reads the health from the metrics', async () => {
  const registry = new Registry();
  const metrics = createProviderMetrics(registry);
  measureProcess(registry, {
    images: () => ({ waiting: 3, decoding: 1 }),
    memory: createMemoryBudget(),
    pingStore: () => Promise.resolve(),
    build: { version: '1.2.3', store: 'files' },
  });
  const call = { provider: 'openai', position: 0, seconds: 2 };
  for (const outcome of ['ok', 'ok', 'timeout', 'server', 'server', 'aborted']) {
    metrics.called({ ...call, outcome });
  }
  metrics.spent('openai', { input: 900, output: 40 });
  metrics.spent('openai', { input: 100, output: 2 });
  metrics.breaker('openai', 'open');

  const health = readHealth(await registry.metrics(), ['openai', 'gemini']);
  const [openai, gemini] = health.providers;
  expect(openai).toMatchObject({
    breaker: 'open',
    calls: 5,
    answers: 2,
    failures: [
      { kind: 'server', count: 2 },
      { kind: 'timeout', count: 1 },
    ],
    tokens: { input: 1_000, output: 42 },
  });
  expect(openai?.latency?.p50).toBeCloseTo(2, 0);
  expect(gemini).toMatchObject({ breaker: 'closed', calls: 0, latency: undefined });
  expect(health).toMatchObject({ images: { waiting: 3, decoding: 1 }, processes: 1 });
  expect(health.memory).toBeGreaterThan(10_000_000);
  expect(health.storeLatency).toBeUndefined();
});

test('reads labels with any characters', async () => {
  const registry = new Registry();
  const metrics = createProviderMetrics(registry);
  const provider = 'a "vendor", with {braces} = \\ in it';
  metrics.called({ provider, position: 0, seconds: 2, outcome: 'ok' });
  const { providers } = readHealth(await registry.metrics(), [provider]);
  expect(providers[0]).toMatchObject({ name: provider, calls: 1, answers: 1 });
});
