import { randomUUID } from 'node:crypto';
import { constants, copyFile, link, mkdir, readdir, rm, rmdir, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import pLimit from 'p-limit';
import { codeOf, hasNoLinks } from '../file-errors.ts';
import { isStored, movedMarker, storedFolders } from './stored-files.ts';

/** The files of a store as they were at one moment. */
export interface Snapshot {
  readonly folder: string;
  /** By their paths in the folder. Behind its size, a file may have grown since. */
  readonly files: readonly SnapshotFile[];
  remove(): Promise<void>;
}

export interface SnapshotFile {
  readonly path: string;
  /** In bytes. */
  readonly size: number;
}

/** Where snapshots are, in DATA_DIR; what a crash leaves there is removed at the next start. */
const place = 'altscribe.snapshot';

const atOnce = 32;

/**
 * Gives each file of the store a second name, which costs no copy: files are replaced and never
 * changed, but for those that grow at their end. Nothing may be written meanwhile.
 */
export async function takeSnapshot(dataDir: string): Promise<Snapshot> {
  const folder = join(dataDir, place, randomUUID());
  async function remove(): Promise<void> {
    await rm(folder, { recursive: true, force: true });
    // Another backup may be under way.
    await rmdir(join(dataDir, place)).catch(() => undefined);
  }
  try {
    const paths = await listStored(dataDir);
    const folders = new Set(paths.map((path) => dirname(join(folder, path))));
    for (const one of [folder, ...folders]) await mkdir(one, { recursive: true, mode: 0o700 });
    const limit = pLimit(atOnce);
    const files = await Promise.all(paths.map((path) => limit(() => keep(dataDir, folder, path))));
    return { folder, files: files.flat(), remove };
  } catch (error) {
    await remove();
    throw error;
  }
}

/** Removes snapshots that a crash has left. */
export async function removeSnapshots(dataDir: string): Promise<void> {
  await rm(join(dataDir, place), { recursive: true, force: true });
}

async function listStored(dataDir: string): Promise<string[]> {
  const lists = await Promise.all(
    storedFolders.map(async (folder) => {
      const names = await readdir(join(dataDir, folder), { recursive: true }).catch(orNone);
      return names.map((name) => `${folder}/${name}`);
    }),
  );
  return [...lists.flat(), movedMarker].filter(isStored).sort();
}

/** What is gone by now, such as the records of a day that is over, is left out. */
async function keep(dataDir: string, folder: string, path: string): Promise<SnapshotFile[]> {
  const kept = join(folder, path);
  try {
    await link(join(dataDir, path), kept).catch(async (error: unknown) => {
      if (!hasNoLinks(error)) throw error;
      await copyFile(join(dataDir, path), kept, constants.COPYFILE_FICLONE);
    });
    return [{ path, size: (await stat(kept)).size }];
  } catch (error) {
    return orNone(error);
  }
}

function orNone(error: unknown): never[] {
  if (codeOf(error) === 'ENOENT') return [];
  throw error;
}
