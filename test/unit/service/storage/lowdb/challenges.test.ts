import { expect, onTestFinished, test } from 'vitest';
import { openLowdbBackend } from '../../../../../service/storage/lowdb/storage-backend.ts';
import { temporaryFolder } from '../../../../support/temporary-folder.ts';

test('of more than 100,000 sign-ins at once, the oldest are dropped', async () => {
  const { challengeStore, accountStore } = await openLowdbBackend(await temporaryFolder());
  onTestFinished(() => accountStore.close());
  for (let n = 0; n <= 100_000; n++) await challengeStore.add(String(n), 60);
  const taken = await Promise.all(['0', '1', '100000'].map((hash) => challengeStore.take(hash)));
  expect(taken).toEqual([false, true, true]);
});
