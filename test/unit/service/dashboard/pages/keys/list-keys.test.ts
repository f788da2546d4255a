import { expect, test } from 'vitest';
import { callsOfKey } from '../../../../../../service/dashboard/pages/keys/list-keys.tsx';

const today = '2026-11-21';
const used = (key_id: string, day: string, calls: number) => ({
  owner_id: 'owner@example.com',
  key_id,
  day,
  calls,
});

test('counts the last 30 days of one key', () => {
  const usage = [
    used('blog', '2026-11-21', 3),
    used('shop', '2026-11-21', 100),
    used('blog', '2026-11-01', 7),
    used('blog', '2026-10-23', 2),
    used('blog', '2026-10-22', 50),
  ];
  const { byDay, total, busiest } = callsOfKey(usage, 'blog', today);
  expect(byDay).toHaveLength(30);
  expect([byDay[0], byDay[9], byDay[29]]).toEqual([2, 7, 3]);
  expect(total).toBe(12);
  expect(busiest).toEqual({ day: '2026-11-01', calls: 7 });
});

test('has no busiest day if there were no calls', () => {
  expect(callsOfKey([], 'blog', today)).toMatchObject({ total: 0, busiest: undefined });
});
