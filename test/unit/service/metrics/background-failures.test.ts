import { pino } from 'pino';
import { Registry } from 'prom-client';
import { afterEach, expect, test, vi } from 'vitest';
import { backgroundWrites } from '../../../../service/accounts/write-behind.ts';
import { createBackgroundFailures } from '../../../../service/metrics/measure-store.ts';

interface Line {
  readonly msg: string;
  readonly failures: number;
  readonly err: { readonly message: string };
}

afterEach(() => {
  vi.restoreAllMocks();
});

test('counts all failures and logs them once a minute while they continue', async () => {
  let ms = 0;
  vi.spyOn(performance, 'now').mockImplementation(() => ms);
  const logged: Line[] = [];
  const log = pino({ base: null }, { write: (line) => void logged.push(JSON.parse(line) as Line) });
  const registry = new Registry();
  const { failed } = createBackgroundFailures(registry, log);
  for (; ms <= 60_000; ms += 1_000) failed('usage', new Error('The disk is full.'));
  failed('calls', new Error('The disk is full.'));
  failed('maintenance', new Error('The disk is full.'), { step: 'old sessions removed' });
  expect(logged.map(({ msg, failures, err }) => [msg, failures, err.message])).toEqual([
    ['usage not written yet', 1, 'The disk is full.'],
    ['usage not written yet', 60, 'The disk is full.'],
    ['calls not written yet', 1, 'The disk is full.'],
    ['maintenance failed', 1, 'The disk is full.'],
  ]);
  const name = 'altscribe_background_write_failures_total';
  expect(await registry.metrics()).toContain(`${name}{what="usage"} 61`);
  expect(await registry.metrics()).toContain(`${name}{what="calls"} 1`);
  expect(await registry.metrics()).toContain(`${name}{what="reversals"} 0`);
  expect(logged.at(-1)).toMatchObject({ step: 'old sessions removed' });
});

test('names in words what was not written', () => {
  const logged: Line[] = [];
  const log = pino({ base: null }, { write: (line) => void logged.push(JSON.parse(line) as Line) });
  const { failed } = createBackgroundFailures(new Registry(), log);
  for (const what of backgroundWrites) failed(what, new Error('The disk is full.'));
  expect(Object.fromEntries(backgroundWrites.map((what, n) => [what, logged[n]?.msg]))).toEqual({
    usage: 'usage not written yet',
    calls: 'calls not written yet',
    key_usage: 'usage of API keys not written yet',
    client_sites: 'site of a plugin not recorded yet',
    call_counts: 'calls not counted for daily limits yet',
    key_last_use: 'last use of an API key not recorded',
    session_last_seen: 'last use of a session not recorded',
    reversals: 'call not reversed yet',
    maintenance: 'maintenance failed',
    measurements: 'measurements for charts not written yet',
  });
});
