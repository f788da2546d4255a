import { Registry } from 'prom-client';
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { keepHistory } from '../../../../service/metrics/keep-history.ts';
import { readHistory } from '../../../../service/metrics/read-history.ts';
import { createProviderMetrics } from '../../../../service/providers/metrics.ts';
import { openMeasurements } from '../../../../service/storage/lowdb/measurements.ts';
import { temporaryFolder } from '../../../support/temporary-folder.ts';

const minute = 60_000;

beforeEach(() => vi.useFakeTimers({ now: new Date('2026-11-21T12:10:30Z'), toFake: ['Date'] }));
afterEach(() => vi.useRealTimers());

async function open() {
  const log = await openMeasurements(await temporaryFolder());
  const registry = new Registry();
  const metrics = createProviderMetrics(registry);
  const failed = vi.fn();
  const history = () => keepHistory(registry, log, { failed }, 1_000_000);
  const call = (outcome: string, seconds = 2) =>
    metrics.called({ provider: 'openai', position: 0, outcome, seconds });
  const read = (seconds: 60 | 1_800) => readHistory(log, seconds, ['openai', 'gemini']);
  return { log, metrics, failed, history, call, read };
}

test('stores what gauges counted by minute and by half hour', async () => {
  const { metrics, history, call, read } = await open();
  for (const outcome of ['ok', 'ok', 'timeout', 'server', 'server', 'aborted']) call(outcome);
  vi.setSystemTime(Date.now() + 25 * minute);
  call('ok', 8);
  metrics.spent('openai', { input: 900, output: 40 });
  metrics.spent('openai', { input: 100, output: 2 });
  await history().close();

  const { steps, providers } = await read(60);
  const [openai, gemini] = providers;
  expect(steps).toHaveLength(60);
  expect(steps.at(-1)?.toISOString()).toBe('2026-11-21T12:35:00.000Z');
  expect(openai).toMatchObject({
    requests: 6,
    answers: 3,
    failures: [
      { kind: 'server', count: 2 },
      { kind: 'timeout', count: 1 },
    ],
    tokens: { input: 1_000, output: 42 },
  });
  expect(openai?.steps.at(-26)).toMatchObject({ answers: 2 });
  expect(openai?.steps.at(-1)).toMatchObject({ answers: 1, failures: [] });
  expect(openai?.steps.at(-26)?.latency?.p50).toBeCloseTo(2, 0);
  expect(openai?.steps.at(-1)?.latency?.p95).toBeCloseTo(8, -1);
  expect(gemini).toMatchObject({ requests: 0, latency: undefined });

  const day = await read(1_800);
  expect(day.steps).toHaveLength(48);
  expect(day.providers[0]?.steps.at(-2)).toMatchObject({ answers: 2 });
  expect(day.providers[0]?.steps.at(-1)).toMatchObject({ answers: 1 });
});

test('counts nothing twice, and retries writes that the store did not accept', async () => {
  const { log, failed, history, call, read } = await open();
  const add = vi.spyOn(log, 'addMeasurements');
  const running = history();
  onTestFinished(() => running.close());
  call('ok');
  await running.close();
  call('ok');
  add.mockRejectedValueOnce(new Error('The disk is full.'));
  await running.close();
  expect(failed).toHaveBeenCalledWith('measurements', new Error('The disk is full.'));
  vi.setSystemTime(Date.now() + 5 * minute);
  await running.close();
  await running.close();
  const { providers } = await read(60);
  expect(providers[0]).toMatchObject({ requests: 2, answers: 2 });
  expect(providers[0]?.steps.at(-6)).toMatchObject({ answers: 2 });
});
