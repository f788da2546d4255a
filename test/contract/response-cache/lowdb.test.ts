import { createWriteStream } from 'node:fs';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test, vi } from 'vitest';
import { restoreFolder } from '../../../service/storage/lowdb/backup/restore.ts';
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

test('only delivered alerts are remembered after a restart', async () => {
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

describe('the counts of calls', () => {
  const limits = [{ scope: '', limit: 100 }];
  const today = () => new Date().toISOString().slice(0, 10);

  /** A folder with three calls that were counted today. */
  async function countedThree(): Promise<string> {
    const folder = await temporaryFolder();
    const storage = await openLowdbBackend(folder);
    for (let i = 0; i < 3; i++) await storage.callCounter.take(limits);
    await storage.accountStore.close();
    return folder;
  }

  /** How many calls a new process finds, and counts after one more. */
  async function callsIn(folder: string) {
    const storage = await openLowdbBackend(folder);
    try {
      const [before] = await storage.callCounter.read(['']);
      const taken = await storage.callCounter.take(limits);
      return [before?.calls, taken.isTaken ? taken.counts[0]?.calls : undefined];
    } finally {
      await storage.accountStore.close();
    }
  }

  test.each([
    ['empty', ''],
    ['cut short', '{"version":1,"da'],
    ['null', 'null'],
    ['not a count', `{"version":1,"days":{"${today()}":{"":-1}}}`],
    ['without dates', '{"version":1,"days":{"never":{"":5}}}'],
  ])('continue from the copy if the file is %s', async (_how, text) => {
    const folder = await countedThree();
    await writeFile(join(folder, 'call-counts.json'), text);
    expect(await callsIn(folder)).toEqual([2, 3]);
    await writeFile(join(folder, 'call-counts.json'), text);
    await writeFile(join(folder, 'call-counts.json.bak'), text);
    expect(await callsIn(folder)).toEqual([0, 1]);
  });

  test('continue from the copy if the file is gone', async () => {
    const folder = await countedThree();
    await rm(join(folder, 'call-counts.json'));
    expect(await callsIn(folder)).toEqual([2, 3]);
  });

  test('from a clock that was ahead do not replace those of today', async () => {
    const folder = await countedThree();
    const days = { [today()]: { '': 3 }, '2999-01-01': { '': 9 }, '2999-01-02': { '': 9 } };
    await writeFile(join(folder, 'call-counts.json'), JSON.stringify({ version: 1, days }));
    expect(await callsIn(folder)).toEqual([3, 4]);
    expect(await callsIn(folder)).toEqual([4, 5]);
  });

  test('are in a backup, even if it is made while calls are counted', async () => {
    const folder = await countedThree();
    const storage = await openLowdbBackend(folder);
    const file = join(folder, 'backup.tar.gz');
    const backup = storage.accountStore.writeBackup?.(createWriteStream(file));
    for (let i = 0; i < 20; i++) await storage.callCounter.take(limits);
    await backup;
    await storage.accountStore.close();
    const restored = join(await temporaryFolder(), 'data');
    await restoreFolder(file, restored);
    const [before = 0] = await callsIn(restored);
    expect(before).toBeGreaterThanOrEqual(3);
  });
});
