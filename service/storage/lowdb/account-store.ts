import type { AccountStore } from '../interfaces/account-store.ts';
import { accountMethods } from './accounts.ts';
import { creditMethods } from './credit-ledger.ts';
import { openFolder } from './folder.ts';
import { createIdempotency } from './idempotency-keys.ts';
import { createKeyIndex } from './api-key-index.ts';
import { keyMethods } from './api-keys.ts';
import { repairIn } from './repair.ts';
import { usageMethods } from './usage-log.ts';

/**
 * Opens the store in a folder, which is made if it is not there. Reservations that a crash left
 * behind are released.
 * @param isForced whether to open a folder whose accounts were moved into a database
 * @throws StoreError when the folder cannot be used, another process has it, or a file is damaged
 */
export async function openLowdbAccountStore(
  dataDir: string,
  isForced = false,
): Promise<AccountStore> {
  const { shards, recordFiles, close } = await openFolder(dataDir, isForced);
  const keyIndex = createKeyIndex(shards.all());
  const idempotency = createIdempotency(shards, recordFiles);
  const ledger = creditMethods(shards, idempotency);
  return {
    ...accountMethods(shards, keyIndex),
    repairAccount: repairIn(shards, ledger),
    ...keyMethods(shards, keyIndex),
    ...ledger,
    ...idempotency.methods,
    ...usageMethods(shards),
    // Reads come from memory.
    ping: () => Promise.resolve(),
    close,
  };
}
