import { join } from 'node:path';
import { expect, test } from 'vitest';
import { StoreError } from '../../../../../service/storage/interfaces/errors.ts';
import { creditMethods } from '../../../../../service/storage/lowdb/credit-ledger.ts';
import {
  openRecordFiles,
  createIdempotency,
} from '../../../../../service/storage/lowdb/idempotency-keys.ts';
import { openShards, type Shards } from '../../../../../service/storage/lowdb/shard-files.ts';
import { reservation, user } from '../../../../contract/account-store/examples.ts';
import { temporaryFolder } from '../../../../support/temporary-folder.ts';
import { storedAccount } from './stored-account.ts';

test('the next reservation releases a failed one that was stored anyway', async () => {
  const folder = await temporaryFolder();
  const shards = await openShards(join(folder, 'accounts'));
  const files = await openRecordFiles(join(folder, 'answers'));
  const account = storedAccount(user, { credits_available: 5 });
  await shards.update(user, () => ({ result: undefined, account }));
  let isInDoubt = true;
  const doubtful: Shards = {
    ...shards,
    async updateInMemory(userId, change) {
      const result = await shards.updateInMemory(userId, change);
      if (isInDoubt)
        throw new StoreError('The change may have been made: check before you try again.');
      return result;
    },
  };
  const ledger = creditMethods(doubtful, createIdempotency(doubtful, files));
  await expect(ledger.reserve(reservation('r1'))).rejects.toThrow(StoreError);
  expect(shards.find(user)?.credits_available).toBe(4);
  isInDoubt = false;
  expect(await ledger.reserve(reservation('r2'))).toMatchObject({ credits_available: 4 });
  expect(shards.find(user)?.reservations.map(({ id }) => id)).toEqual(['r2']);
  await files.close();
});
