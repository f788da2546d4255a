import type { AccountStore } from '../interfaces/account-store.ts';
import { accountMethods } from './accounts.ts';
import { creditMethods } from './credit-ledger.ts';
import { openFolder } from './folder.ts';
import { createIdempotency } from './idempotency-keys.ts';
import { createKeyIndex } from './api-key-index.ts';
import { keyMethods } from './api-keys.ts';
import { usageMethods } from './usage-log.ts';

/**
 * Opens the store in a folder, which is made if it is not there. Reservations that a crash left
 * behind are released.
 * @param waitMs how long to wait for another process that has the folder, in milliseconds
 * @throws StoreError when the folder cannot be used, another process has it, or a file is damaged
 */
export async function openLowdbAccountStore(dataDir: string, waitMs = 0): Promise<AccountStore> {
  const { shards, recordFiles, ping, close } = await openFolder(dataDir, waitMs);
  const keyIndex = createKeyIndex(shards.all());
  const idempotency = createIdempotency(shards, recordFiles);
  return {
    ...accountMethods(shards, keyIndex),
    ...keyMethods(shards, keyIndex),
    ...creditMethods(shards, idempotency),
    ...idempotency.methods,
    ...usageMethods(shards),
    ping,
    close,
  };
}
