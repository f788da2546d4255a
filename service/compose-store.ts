import type { Logger } from 'pino';
import type { StoreConfig } from './config/store-config.ts';
import type { AccountStore, StorageBackend } from './storage/interfaces/storage-backend.ts';
import type { BackupContent } from './storage/lowdb/backup/read-backup.ts';
import type { Restored } from './storage/lowdb/backup/restore.ts';

// A driver is loaded when it is needed: PostgreSQL's client takes as long as a whole command on files.

/**
 * Opens the storage that is configured, for the service.
 * @throws StoreError when it cannot be used
 */
export async function openStorageBackend(
  { dataDir, databaseUrl, databasePoolSize: poolSize }: StoreConfig,
  log: Logger,
): Promise<StorageBackend> {
  if (!databaseUrl) {
    const { openLowdbBackend } = await import('./storage/lowdb/storage-backend.ts');
    return openLowdbBackend(dataDir);
  }
  const { openPostgresBackend } = await import('./storage/postgres/storage-backend.ts');
  return openPostgresBackend(databaseUrl, { log, poolSize });
}

/**
 * Opens the store alone, for commands.
 * @param isForced whether to open files whose accounts were moved into a database
 * @throws StoreError when it cannot be used
 */
export async function openAccountStore(
  { dataDir, databaseUrl, databasePoolSize: poolSize }: StoreConfig,
  log: Logger,
  isForced = false,
): Promise<AccountStore> {
  if (!databaseUrl) {
    const { openLowdbAccountStore } = await import('./storage/lowdb/account-store.ts');
    const { refuseForeignFolder } = await import('./storage/lowdb/folder-owner.ts');
    await refuseForeignFolder(dataDir);
    return openLowdbAccountStore(dataDir, { isForced });
  }
  const { openPostgresAccountStore } = await import('./storage/postgres/account-store.ts');
  return openPostgresAccountStore(databaseUrl, { log, poolSize });
}

/** Whether there is a store in a folder. */
export async function hasFolder(dataDir: string): Promise<boolean> {
  const { holdsAccounts } = await import('./storage/lowdb/folder.ts');
  return holdsAccounts(dataDir);
}

/** Reads a backup to its end, and says what is in it and what is wrong with it. */
export async function inspectBackup(file: string): Promise<BackupContent> {
  const { readBackup } = await import('./storage/lowdb/backup/read-backup.ts');
  return readBackup(file);
}

/**
 * Makes a store of a backup, in a folder that is empty or not there.
 * @throws StoreError that names every problem
 */
export async function restoreStore(file: string, dataDir: string): Promise<Restored> {
  const { restoreFolder } = await import('./storage/lowdb/backup/restore.ts');
  return restoreFolder(file, dataDir);
}
