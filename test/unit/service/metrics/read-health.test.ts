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
    damaged: 0,
    pingStore: () => Promise.resolve(),
    build: { version: '1.2.3', store: 'files' },
  });
  metrics.breaker('openai', 'open');

  const health = readHealth(await registry.metrics(), ['openai', 'gemini']);
  expect(Object.fromEntries(health.breakers)).toEqual({ openai: 'open', gemini: 'closed' });
  expect(health).toMatchObject({ images: { waiting: 3, decoding: 1 }, processes: 1 });
  expect(health.memory).toBeGreaterThan(10_000_000);
  expect(health.storeLatency).toBeUndefined();
});

test('reads labels with any characters', async () => {
  const registry = new Registry();
  const metrics = createProviderMetrics(registry);
  const provider = 'a "vendor", with {braces} = \\ in it';
  metrics.breaker(provider, 'open');
  const { breakers } = readHealth(await registry.metrics(), [provider]);
  expect(breakers.get(provider)).toBe('open');
});
