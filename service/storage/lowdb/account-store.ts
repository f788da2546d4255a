import type { AccountStore } from '../interfaces/storage-backend.ts';
import { accountMethods } from './accounts.ts';
import { keyMethods } from './api-keys.ts';
import { writeBackup } from './backup/snapshot.ts';
import { callMethods } from './call-files.ts';
import { siteMethods } from './client-sites.ts';
import { creditMethods } from './credit-ledger.ts';
import { openFolder, type OpenFolderOptions } from './folder.ts';
import { createIdempotency } from './idempotency-keys.ts';
import { usageMethods } from './usage-log.ts';

/**
 * Opens the store in a folder, which is created if it does not exist. Reservations left by a crash
 * are released.
 * @throws StoreError if the folder cannot be used or is used by another process
 */
export async function openLowdbAccountStore(
  dataDir: string,
  options?: OpenFolderOptions,
): Promise<AccountStore> {
  const folder = await openFolder(dataDir, options);
  const { shards, recordFiles, logins, callFiles, changeFiles } = folder;
  const idempotency = createIdempotency(shards, recordFiles);
  const ledger = creditMethods(shards, idempotency);
  return {
    ...accountMethods(shards, callFiles, logins, ledger),
    ...keyMethods(shards),
    ...callMethods(shards, callFiles),
    ...siteMethods(shards),
    ...ledger,
    ...idempotency.methods,
    ...usageMethods(shards),
    ...logins.methods,
    addChange: changeFiles.addChange,
    listChanges: changeFiles.listChanges,
    listDamage: () => Promise.resolve([...shards.listDamage(), ...logins.listDamage()]),
    writeBackup: (target) => folder.snapshotLock.hold(() => writeBackup(dataDir, target)),
    ping: folder.ping,
    close: folder.close,
  };
}
