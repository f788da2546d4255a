import { mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { openRecordFiles } from '../../../../../service/storage/lowdb/idempotency-keys.ts';
import { user } from '../../../../contract/account-store/examples.ts';
import { temporaryFolder } from '../../../../support/temporary-folder.ts';

function day(daysAgo: number): string {
  return new Date(Date.now() - daysAgo * 86_400_000).toISOString().slice(0, 10);
}

test('removes records from before yesterday after a while', async () => {
  const folder = join(await temporaryFolder(), 'answers');
  for (const old of [400, 3, 2, 1, 0]) {
    await mkdir(join(folder, day(old)), { recursive: true });
    await writeFile(join(folder, day(old), 'of-a-key.json'), '{}');
  }
  const files = await openRecordFiles(folder, undefined, 500);
  onTestFinished(() => files.close());
  // Not immediately: the clock may be wrong.
  expect(await readdir(folder)).toHaveLength(5);
  const days = async () => (await readdir(folder)).toSorted();
  await expect.poll(days, { timeout: 10_000 }).toEqual([day(1), day(0)]);
});

test.each(['the folder of the day', 'the whole folder'])(
  'a record can be written after %s was removed',
  async (what) => {
    const folder = join(await temporaryFolder(), 'answers');
    const files = await openRecordFiles(folder);
    onTestFinished(() => files.close());
    const at = new Date().toISOString();
    const call = { owner_id: user, key: 'a-key', user_id: user, call_id: 'a-call' };
    const record = { ...call, fingerprint: 'a-request', at, answer: 'A text' };
    await files.write('first', record);
    // As the clean-up does while the clock is ahead, or an operator by hand.
    const removed = what === 'the whole folder' ? folder : join(folder, day(0));
    await rm(removed, { recursive: true });
    expect(await files.list('first')).toEqual([]);
    await files.write('second', record);
    expect(await files.list('second')).toEqual([record]);
  },
);
