import { expect, test } from 'vitest';
import { openLowdbBackend } from '../../../service/storage/lowdb/storage-backend.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { consumeTimes, passed, rateLimiterContract } from './suite.ts';

rateLimiterContract('lowdb', async () => ({
  storage: await openLowdbBackend(await temporaryFolder()),
  // Uses the clock of its process.
  setClock: () => Promise.resolve(),
}));

test('a restart resets the counts when accounts are in files', async () => {
  const folder = await temporaryFolder();
  for (let round = 0; round < 2; round++) {
    const storage = await openLowdbBackend(folder);
    const limiter = storage.createRateLimiter({ name: 'user', points: 2, duration: 60 });
    expect(passed(await consumeTimes(limiter, 3))).toBe(2);
    await storage.accountStore.close();
  }
});
