import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { StoreError } from '../interfaces/errors.ts';
import { movedMarker as marker } from './backup/backup-format.ts';
import { codeOf } from './file-errors.ts';
import { replaceFile } from './replace-file.ts';

/**
 * Marks a DATA_DIR as moved into a database. Resolves when the mark has reached the disk.
 * @throws StoreError
 */
export async function markAsMoved(dataDir: string): Promise<void> {
  try {
    await replaceFile(join(dataDir, marker), `${new Date().toISOString()}\n`);
  } catch (cause) {
    throw new StoreError(
      'All was moved into the database, but DATA_DIR could not be marked. Start the service and its ' +
        'commands only with DATABASE_URL from now on, and nothing on this DATA_DIR again.',
      { cause },
    );
  }
}

/** @throws StoreError when a DATA_DIR is marked */
export async function refuseMoved(dataDir: string): Promise<void> {
  const movedAt = await readIfThere(join(dataDir, marker));
  if (movedAt === undefined) return;
  throw new StoreError(
    `The accounts of this DATA_DIR were moved into a database on ${movedAt.slice(0, 10)}. Set ` +
      'DATABASE_URL to that database. To look at the old files, give a command --force; to start ' +
      `the service on them even so, remove the file ${marker} from DATA_DIR.`,
  );
}

async function readIfThere(path: string): Promise<string | undefined> {
  try {
    return await readFile(path, 'utf8');
  } catch (cause) {
    if (codeOf(cause) === 'ENOENT') return undefined;
    throw new StoreError(`${marker} in DATA_DIR cannot be read.`, { cause });
  }
}
