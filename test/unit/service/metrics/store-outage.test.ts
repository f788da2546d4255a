import { expect, test } from 'vitest';
import { createStoreOutage } from '../../../../service/metrics/measure-store.ts';
import { createLog } from '../../../../service/server/log.ts';
import {
  StoreError,
  StoreUnreachableError,
} from '../../../../service/storage/interfaces/errors.ts';

test('logs an outage once when it begins, and once when nothing has failed for a while', () => {
  const lines: unknown[] = [];
  const log = createLog('info', { write: (line) => void lines.push(JSON.parse(line)) });
  let now = 0;
  const outage = createStoreOutage(log, () => now);
  const away = { error: new StoreUnreachableError('It is away.') };
  outage.ended({});
  outage.ended({ error: new StoreError('Another fault.') });
  expect(lines).toEqual([]);

  for (let second = 0; second <= 60; second++) {
    now = second * 1_000;
    outage.ended(away);
    // Data in memory can still be read.
    outage.ended({});
  }
  now += 4_999;
  outage.ended({});
  expect(lines).toMatchObject([{ level: 50, reason: 'It is away.', msg: 'store outage' }]);
  now += 1;
  outage.ended({});
  outage.ended({});
  expect(lines.slice(1)).toMatchObject([
    { level: 30, seconds: 60, operations: 61, msg: 'store outage over' },
  ]);
  outage.ended(away);
  expect(lines).toHaveLength(3);
});
