import type { AccountStore } from '../interfaces/account-store.ts';
import { accountMethods } from './accounts.ts';
import { callMethods } from './call-log.ts';
import { creditMethods } from './credit-ledger.ts';
import { openFolder, type OpenFolderOptions } from './folder.ts';
import { createIdempotency } from './idempotency-keys.ts';
import { createKeyIndex } from './api-key-index.ts';
import { keyMethods } from './api-keys.ts';
import { keyUsageMethods } from './key-usage.ts';
import { repairIn } from './repair.ts';
import { usageMethods } from './usage-log.ts';

/**
 * Opens the store in a folder, which is made if it is not there. Reservations that a crash left
 * behind are released.
 * @throws StoreError when the folder cannot be used, another process has it, or a file is damaged
 */
export async function openLowdbAccountStore(
  dataDir: string,
  options?: OpenFolderOptions,
): Promise<AccountStore> {
  const { shards, recordFiles, callFiles, ping, close } = await openFolder(dataDir, options);
  const keyIndex = createKeyIndex(shards.all());
  const idempotency = createIdempotency(shards, recordFiles);
  const ledger = creditMethods(shards, idempotency);
  return {
    ...accountMethods(shards, keyIndex, callFiles),
    repairAccount: repairIn(shards, ledger),
    ...keyMethods(shards, keyIndex),
    ...keyUsageMethods(shards),
    ...callMethods(shards, callFiles),
    ...ledger,
    ...idempotency.methods,
    ...usageMethods(shards),
    ping,
    close,
  };
}
