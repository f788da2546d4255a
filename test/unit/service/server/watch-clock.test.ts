import { pino } from 'pino';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { watchClock } from '../../../../service/server/watch-clock.ts';

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'performance'] }));
afterEach(() => void vi.useRealTimers());

test.each([
  ['back', -86_400_000, -86_400],
  ['ahead', 3_600_000, 3_600],
])('a clock that is set %s is logged once, with the command that repairs', (_way, ms, seconds) => {
  const lines: string[] = [];
  watchClock(pino({ base: null }, { write: (line: string) => void lines.push(line) }));
  vi.advanceTimersByTime(30_000);
  expect(lines).toEqual([]);
  vi.setSystemTime(Date.now() + ms);
  vi.advanceTimersByTime(60_000);
  expect(lines).toHaveLength(1);
  const line = JSON.parse(lines[0] ?? '') as { seconds: number; msg: string };
  expect(line.seconds).toBe(seconds);
  expect(line.msg).toContain('"altscribe account repair"');
});

test('a slightly adjusted clock is not logged', () => {
  const lines: string[] = [];
  watchClock(pino({ base: null }, { write: (line: string) => void lines.push(line) }));
  for (let n = 0; n < 20; n++) {
    vi.setSystemTime(Date.now() + 20_000);
    vi.advanceTimersByTime(10_000);
  }
  expect(lines).toEqual([]);
});
