import { join } from 'node:path';
import type { Logger } from 'pino';
import { exportCallCounts } from './storage/lowdb/call-counter.ts';
import { callCountsName, markAsMoved } from './storage/lowdb/data-dir.ts';
import { openFolder } from './storage/lowdb/folder.ts';
import { exportAccounts, exportCalls } from './storage/lowdb/export-accounts.ts';
import { refuseForeignFolder } from './storage/lowdb/files.ts';
import { exportRecords } from './storage/lowdb/idempotency-keys.ts';
import { describeDamage } from './storage/interfaces/damage.ts';
import { StoreError } from './storage/interfaces/errors.ts';
import { type Comparison, importAccounts } from './storage/postgres/import-accounts.ts';

export { findMoveTime, holdsAccounts } from './storage/lowdb/data-dir.ts';

/**
 * Moves all accounts and their data, all logins and the change log from a folder into an empty
 * database, or nothing at all. Sessions and links end. The folder keeps its data and is marked as
 * moved.
 * @param isForced whether to move a folder that was already moved
 * @throws StoreError if one of the two cannot be used, if anything is damaged, or if sums differ
 */
export async function importFolder(
  dataDir: string,
  databaseUrl: string,
  log: Logger,
  isForced: boolean,
): Promise<Comparison[]> {
  await refuseForeignFolder(dataDir);
  const folder = await openFolder(dataDir, { isForced });
  const { shards, recordFiles, callFiles, logins, changeFiles, close } = folder;
  try {
    const damage = [...shards.listDamage(), ...logins.listDamage()].map(describeDamage);
    if (damage.length > 0) {
      throw new StoreError(
        `Nothing was moved, because these would be lost:\n- ${damage.join('\n- ')}`,
      );
    }
    const records = await exportRecords(shards, recordFiles, new Date());
    const source = {
      accounts: () => exportAccounts(shards),
      calls: () => exportCalls(shards, callFiles),
      records,
      logins: logins.all,
      changes: changeFiles.all,
      callCounts: await exportCallCounts(join(dataDir, callCountsName)),
    };
    const comparisons = await importAccounts(databaseUrl, source, log);
    await markAsMoved(dataDir);
    return comparisons;
  } finally {
    await close();
  }
}
