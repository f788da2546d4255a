import type { Logger } from 'pino';
import { openFolder, markAsMoved } from './storage/lowdb/folder.ts';
import { exportAccounts, exportCalls, exportRecords } from './storage/lowdb/export-accounts.ts';
import { refuseForeignFolder } from './storage/lowdb/folder-owner.ts';
import { createLoginRecords } from './storage/lowdb/login-records.ts';
import { type Comparison, importAccounts } from './storage/postgres/import-accounts.ts';

export { holdsAccounts } from './storage/lowdb/folder.ts';

/**
 * Moves all accounts with all that belongs to them, who may sign in, and the log of changes from a
 * folder into a database that has none: all of it, or nothing. Sessions and links end. The folder
 * keeps its own, and is marked.
 * @param isForced whether to move what was moved before
 * @throws StoreError when one of the two cannot be used, or sums differ
 */
export async function importFolder(
  dataDir: string,
  databaseUrl: string,
  log: Logger,
  isForced: boolean,
): Promise<Comparison[]> {
  await refuseForeignFolder(dataDir);
  const folder = await openFolder(dataDir, { isForced });
  const { shards, recordFiles, callFiles, loginShards, changeFiles, close } = folder;
  try {
    const records = await exportRecords(shards, recordFiles, new Date());
    const source = {
      accounts: () => exportAccounts(shards),
      calls: () => exportCalls(shards, callFiles),
      records,
      logins: createLoginRecords(loginShards, (userId) => !!shards.find(userId)).logins,
      changes: changeFiles.all,
    };
    const comparisons = await importAccounts(databaseUrl, source, log);
    await markAsMoved(dataDir);
    return comparisons;
  } finally {
    await close();
  }
}
