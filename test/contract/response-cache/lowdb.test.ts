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
  vi.useFakeTimers({ toFake: ['Date', 'performance'] });
  return { storage, pass: (ms) => Promise.resolve(vi.advanceTimersByTime(ms)) };
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

test('alerts that were delivered are known after a restart, and only those', async () => {
  const folder = await temporaryFolder();
  const first = await openLowdbBackend(folder);
  for (const cause of ['model:openai', 'model:gemini']) {
    expect(await first.alertLog.raise(cause)).toBe(true);
  }
  await first.alertLog.delivered('model:openai');
  await first.accountStore.close();
  const second = await openLowdbBackend(folder);
  expect(await second.alertLog.listOpen()).toEqual(['model:openai', 'model:gemini']);
  expect(await second.alertLog.raise('model:gemini')).toBe(true);
  expect(await second.alertLog.raise('model:openai')).toBe(false);
  expect(await second.alertLog.resolve('model:openai')).toBe(true);
  await second.accountStore.close();
});
