import { expect, test, vi } from 'vitest';
import { openLowdbBackend } from '../../../service/storage/lowdb/storage-backend.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { alertLogContract } from './alert-log.ts';
import { callCounterContract } from './call-counter.ts';
import { challengeStoreContract } from './challenge-store.ts';
import { responseCacheContract } from './suite.ts';

responseCacheContract('lowdb', async () => openLowdbBackend(await temporaryFolder()));

alertLogContract('lowdb', async () => {
  const storage = await openLowdbBackend(await temporaryFolder());
  vi.useFakeTimers({ toFake: ['Date'] });
  return {
    storage,
    pass: (ms) => Promise.resolve(vi.setSystemTime(Date.now() + ms)),
  };
});

challengeStoreContract('lowdb', async () => {
  const storage = await openLowdbBackend(await temporaryFolder());
  vi.useFakeTimers({ toFake: ['performance'] });
  return { storage, pass: (ms) => Promise.resolve(vi.advanceTimersByTime(ms)) };
});

callCounterContract('lowdb', async () => {
  const folder = await temporaryFolder();
  return { open: () => openLowdbBackend(folder) };
});

test('alerts that were sent are known after a restart', async () => {
  const folder = await temporaryFolder();
  const first = await openLowdbBackend(folder);
  expect(await first.alertLog.raise('model:openai')).toBe(true);
  await first.accountStore.close();
  const second = await openLowdbBackend(folder);
  expect(await second.alertLog.listOpen()).toEqual(['model:openai']);
  expect(await second.alertLog.raise('model:openai')).toBe(false);
  expect(await second.alertLog.resolve('model:openai')).toBe(true);
  await second.accountStore.close();
});
