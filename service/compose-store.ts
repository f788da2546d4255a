import { basename } from 'node:path';
import type { Logger } from 'pino';
import type { BackgroundWrites } from './accounts/write-behind.ts';
import type { StoreConfig } from './config/store-config.ts';
import type { AccountStore, StorageBackend } from './storage/interfaces/storage-backend.ts';
import type { BackupContent } from './storage/lowdb/backup/read-backup.ts';
import type { Restored } from './storage/lowdb/backup/restore.ts';

// Drivers are loaded on demand: loading PostgreSQL's client takes as long as a whole command on
// files.

/**
 * Opens the configured storage for the service.
 * @throws StoreError if it cannot be used
 */
export async function openStorageBackend(
  { dataDir, databaseUrl, databasePoolSize: poolSize, mayUpgrade }: StoreConfig,
  { log, failed }: BackgroundWrites,
): Promise<StorageBackend> {
  if (!databaseUrl) {
    const { openLowdbBackend } = await import('./storage/lowdb/storage-backend.ts');
    return openLowdbBackend(dataDir, undefined, (path) => tellOfBackup(log, path));
  }
  const { openPostgresBackend } = await import('./storage/postgres/storage-backend.ts');
  return openPostgresBackend(databaseUrl, {
    log,
    poolSize,
    mayUpgrade,
    maintenanceFailed: (error, step) => failed('maintenance', error, { step }),
  });
}

/** The log holds no paths: the file is beside DATA_DIR or, if nothing can be written there, in it. */
function tellOfBackup(log: Logger, path: string): void {
  log.warn(
    { file: basename(path) },
    'first start of this version on these data: they were saved in a file beside DATA_DIR, or in it. ' +
      'To go back, extract that into an empty DATA_DIR, and start the old version',
  );
}

/**
 * Opens only the store, for commands.
 * @param isForced whether to open files whose accounts were moved into a database
 * @param onBackup called with the path of the backup that is made before files are upgraded
 * @throws StoreError if it cannot be used
 */
export async function openAccountStore(
  { dataDir, databaseUrl, databasePoolSize: poolSize, mayUpgrade }: StoreConfig,
  log: Logger,
  isForced = false,
  onBackup?: (path: string) => void,
): Promise<AccountStore> {
  if (!databaseUrl) {
    const { openLowdbAccountStore } = await import('./storage/lowdb/account-store.ts');
    const { refuseForeignFolder } = await import('./storage/lowdb/files.ts');
    await refuseForeignFolder(dataDir);
    return openLowdbAccountStore(dataDir, { isForced, mayUpgrade, onBackup });
  }
  const { openPostgresAccountStore } = await import('./storage/postgres/account-store.ts');
  return openPostgresAccountStore(databaseUrl, { log, poolSize, mayUpgrade });
}

/** Whether a folder contains a store. */
export async function hasFolder(dataDir: string): Promise<boolean> {
  const { holdsAccounts } = await import('./storage/lowdb/data-dir.ts');
  return holdsAccounts(dataDir);
}

/** Reads a whole backup and reports its contents and its problems. */
export async function inspectBackup(file: string): Promise<BackupContent> {
  const { readBackup } = await import('./storage/lowdb/backup/read-backup.ts');
  return readBackup(file);
}

/**
 * Makes a store from a backup, in an empty or new folder.
 * @throws StoreError that names every problem
 */
export async function restoreStore(file: string, dataDir: string): Promise<Restored> {
  const { restoreFolder } = await import('./storage/lowdb/backup/restore.ts');
  return restoreFolder(file, dataDir);
}
