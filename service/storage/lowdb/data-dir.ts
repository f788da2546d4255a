import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { StoreError } from '../interfaces/errors.ts';
import { replaceFile } from './durable-json-file.ts';
import { codeOf, ifThere, orStoreError } from './files.ts';

/** The folders with files of the store. */
export const storedFolders = ['accounts', 'answers', 'calls', 'changes', 'logins'] as const;

/** Today's counts of calls, for the daily limits. */
export const callCountsName = 'call-counts.json';

/** The lock of every released version. */
export const lockName = 'altscribe.lock';

/** Names the layout of the data in a DATA_DIR; absent for that of 0.1.0, which is 1. */
export const layoutMarker = 'altscribe.layout';

/**
 * The layout that this version writes. Raise it when fields or files change: the first start of the
 * new version then saves a backup, and older versions refuse what it has written.
 */
export const layoutVersion = 2;

/** Marks a DATA_DIR that was moved into a database; a backup of it, too. */
export const movedMarker = 'altscribe.moved';

/** A folder that exists while a backup is being restored, and after an interrupted restore. */
export const restoringFolder = 'altscribe.restoring';

/** Whether a DATA_DIR has ever been used. A folder that this user may not read counts as used. */
export async function holdsAccounts(dataDir: string): Promise<boolean> {
  return stat(join(dataDir, 'accounts')).then(
    (found) => found.isDirectory(),
    (error: unknown) => codeOf(error) === 'EACCES',
  );
}

/**
 * Marks a DATA_DIR as moved into a database. Resolves when the marker is on disk.
 * @throws StoreError
 */
export async function markAsMoved(dataDir: string): Promise<void> {
  await orStoreError(
    'Everything was moved into the database, but DATA_DIR could not be marked as moved. From now ' +
      'on, only start the service and its commands with DATABASE_URL, and never with this DATA_DIR.',
    () => replaceFile(join(dataDir, movedMarker), `${new Date().toISOString()}\n`),
  );
}

/**
 * When a DATA_DIR was moved into a database, in ISO 8601; nothing if it was not.
 * @throws StoreError
 */
export async function findMoveTime(dataDir: string): Promise<string | undefined> {
  return orStoreError(`${movedMarker} in DATA_DIR cannot be read.`, () =>
    ifThere(readFile(join(dataDir, movedMarker), 'utf8'), undefined),
  );
}

/** @throws StoreError if a DATA_DIR is marked as moved */
export async function refuseMoved(dataDir: string): Promise<void> {
  const movedAt = await findMoveTime(dataDir);
  if (movedAt === undefined) return;
  throw new StoreError(
    `The accounts of this DATA_DIR were moved into a database on ${movedAt.slice(0, 10)}. Set ` +
      'DATABASE_URL to that database. To look at the old files, run a command with --force; to ' +
      `start the service with them anyway, remove the file ${movedMarker} from DATA_DIR.`,
  );
}

/**
 * The layout of the data in a DATA_DIR.
 * @throws StoreError
 */
export async function readLayout(dataDir: string): Promise<number> {
  return orStoreError(`${layoutMarker} in DATA_DIR cannot be read.`, async () =>
    Number(await ifThere(readFile(join(dataDir, layoutMarker), 'utf8'), '1')),
  );
}

/**
 * Refuses data of a newer layout: its files can be read, but each write would drop the fields that
 * this version does not know.
 * @throws StoreError
 */
export async function refuseNewer(dataDir: string): Promise<void> {
  const layout = await readLayout(dataDir);
  // A marker that is no number counts as older, which saves a backup.
  if (Number.isNaN(layout) || layout <= layoutVersion) return;
  throw new StoreError(
    'DATA_DIR was used by a newer version of Altscribe, and this one would erase what it does not ' +
      'know. Start that version, or restore the backup from before its upgrade into an empty ' +
      'folder. Nothing was changed.',
  );
}

/** @throws StoreError if a restore was interrupted: some files may be missing */
export async function refuseHalfRestored(dataDir: string): Promise<void> {
  if (!(await ifThere(stat(join(dataDir, restoringFolder)), undefined))) return;
  throw new StoreError(
    'A restore into this DATA_DIR was interrupted. Run "altscribe restore" again, which starts ' +
      'over.',
  );
}
