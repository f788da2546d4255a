import { pino } from 'pino';
import { expect, test, vi } from 'vitest';
import { findWorkingKey, newApiKey } from '../../../../service/accounts/api-keys.ts';
import { createReversals } from '../../../../service/accounts/credits.ts';
import type { Database } from '../../../../service/storage/postgres/database.ts';
import { startMaintenance } from '../../../../service/storage/postgres/maintenance.ts';

const log = pino({ level: 'silent' });
const full = new Error('The disk is full.');

test("counts a failure to record an API key's last use, and the key works", async () => {
  const failed = vi.fn();
  const { key, record } = newApiKey('anna@example.com', 'Site');
  const store = {
    findKey: () => Promise.resolve({ ...record, owner_suspended_at: null }),
    touchKey: () => Promise.reject(full),
  };
  const found = await findWorkingKey(store as never, key, { failed });
  expect(found?.owner_id).toBe('anna@example.com');
  await expect.poll(() => failed.mock.calls).toEqual([['key_last_use', full]]);
});

test('counts each failed attempt to reverse a call', async () => {
  const failed = vi.fn();
  const reverse = vi.fn(() => Promise.resolve());
  reverse.mockRejectedValueOnce(full).mockRejectedValueOnce(full);
  const times = { pauseMs: 1, closeMs: 1_000 };
  const reversals = createReversals({ reverse }, { log, failed }, times);
  await reversals.add({ id: 'a-call', user_id: 'anna@example.com' });
  const failure = ['reversals', full, { reservation: 'a-call' }];
  expect(failed.mock.calls).toEqual([failure, failure]);
});

test('counts failed maintenance steps by name', async () => {
  const failed = vi.fn();
  // Every method fails.
  const database = new Proxy({}, { get: () => () => Promise.reject(full) }) as Database;
  const maintenance = await startMaintenance(database, { log, everyMs: 60_000, failed });
  await maintenance.stop();
  expect(failed).toHaveBeenCalledWith(full, 'expired reservations released');
  expect(failed).toHaveBeenCalledWith(full, 'old sessions removed');
});
