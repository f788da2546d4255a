import type { AccountStore } from '../interfaces/storage-backend.ts';
import { accountMethods, repairIn } from './accounts.ts';
import { writeBackup } from './backup/snapshot.ts';
import { callMethods } from './call-files.ts';
import { creditMethods } from './credit-ledger.ts';
import { openFolder, type OpenFolderOptions } from './folder.ts';
import { createIdempotency } from './idempotency-keys.ts';
import { createKeyIndex, keyMethods, keyUsageMethods } from './api-keys.ts';
import { createLoginRecords } from './login-records.ts';
import { loginMethods, removeOwnerLogin } from './logins.ts';
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
  const folder = await openFolder(dataDir, options);
  const { shards, recordFiles, callFiles, changeFiles, ping, close } = folder;
  const keyIndex = createKeyIndex(shards.all());
  const idempotency = createIdempotency(shards, recordFiles);
  const ledger = creditMethods(shards, idempotency);
  const accounts = accountMethods(shards, keyIndex, callFiles);
  const loginRecords = createLoginRecords(folder.loginShards, (userId) => !!shards.find(userId));
  return {
    ...accounts,
    async createAccount(account, at, key) {
      // A crash may have come between the removal of an account and that of its login.
      if (!shards.find(account.user_id)) await removeOwnerLogin(loginRecords, account.user_id);
      await accounts.createAccount(account, at, key);
    },
    async removeAccount(userId) {
      const wasThere = await accounts.removeAccount(userId);
      await removeOwnerLogin(loginRecords, userId);
      return wasThere;
    },
    repairAccount: repairIn(shards, ledger),
    ...keyMethods(shards, keyIndex),
    ...keyUsageMethods(shards),
    ...callMethods(shards, callFiles),
    ...ledger,
    ...idempotency.methods,
    ...usageMethods(shards),
    ...loginMethods(loginRecords),
    addChange: changeFiles.addChange,
    listChanges: changeFiles.listChanges,
    writeBackup: (target) => folder.holdWrites(() => writeBackup(dataDir, target)),
    ping,
    close,
  };
}
