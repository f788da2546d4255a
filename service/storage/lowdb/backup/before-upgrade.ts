import { createWriteStream } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { finished } from 'node:stream/promises';
import { StoreError } from '../../interfaces/errors.ts';
import { layoutMarker, layoutVersion, readLayout } from '../data-dir.ts';
import { replaceFile } from '../durable-json-file.ts';
import { codeOf, flush } from '../files.ts';
import { listStored, writeBackup } from './snapshot.ts';

/** Error codes if no file may be created in a folder; a full disk is a different problem. */
const notAllowed = new Set<unknown>(['EACCES', 'EPERM', 'EROFS']);

/**
 * Before this version changes the data of an older one for the first time, saves a backup beside
 * DATA_DIR, or in it if that location is not writable. Call it while the folder is locked and
 * nothing has been changed.
 * @param mayUpgrade whether the data may be changed
 * @returns the path of the backup, if one was made
 * @throws StoreError if it cannot be made, or the data may not be changed: nothing was changed
 */
export async function backUpBeforeUpgrade(
  dataDir: string,
  mayUpgrade: boolean,
): Promise<string | undefined> {
  if ((await readLayout(dataDir)) === layoutVersion) return undefined;
  const isUsed = (await listStored(dataDir)).length > 0;
  if (isUsed && !mayUpgrade) throw new StoreError(needsUpgrade);
  const saved = isUsed ? await save(dataDir) : undefined;
  await markAsCurrent(dataDir);
  return saved;
}

const needsUpgrade =
  'DATA_DIR is from an older version of Altscribe. Start the service, or run "altscribe upgrade" ' +
  'without DATABASE_URL: both save the present files, and then update them. Nothing was changed.';

/** Notes that this version has stored data in a DATA_DIR. */
export async function markAsCurrent(dataDir: string): Promise<void> {
  await replaceFile(join(dataDir, layoutMarker), `${layoutVersion}\n`);
}

async function save(dataDir: string): Promise<string> {
  const folder = resolve(dataDir);
  const time = new Date().toISOString().slice(0, 19).replaceAll(':', '-');
  const name = `${basename(folder)}.before-upgrade-${time}.tar.gz`;
  try {
    return await write(folder, join(dirname(folder), name)).catch((error: unknown) => {
      // The service may write nowhere else, for example under systemd or in a container.
      if (notAllowed.has(codeOf(error))) return write(folder, join(folder, name));
      throw error;
    });
  } catch (cause) {
    throw new StoreError(
      'DATA_DIR is from an older version and cannot be backed up. Check that the disk has room, and that ' +
        'this user may read all files. Nothing was changed.',
      { cause },
    );
  }
}

async function write(dataDir: string, path: string): Promise<string> {
  const unfinished = `${path}.new`;
  const file = createWriteStream(unfinished, { mode: 0o600, flush: true });
  try {
    await Promise.all([writeBackup(dataDir, file), finished(file)]);
    await rename(unfinished, path);
    await flush(dirname(path));
    return path;
  } catch (error) {
    await rm(unfinished, { force: true }).catch(() => undefined);
    throw error;
  }
}
