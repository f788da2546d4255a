import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { cacheFolder } from './cache-folder.ts';

const abandonedAfterMs = 60 * 60 * 1000;

/**
 * Returns a folder of the cache, which is fetched once. It is prepared in a separate folder and then
 * renamed, so it is never visible half-finished. Safe to call from several processes in parallel.
 *
 * @param name - of the folder in the cache.
 * @param fetchInto - puts the content into an empty folder, and returns its path.
 */
export async function getCachedFolder(
  name: string,
  fetchInto: (workFolder: string) => Promise<string>,
): Promise<string> {
  const folder = join(cacheFolder(), name);
  if (existsSync(folder)) return folder;
  await mkdir(cacheFolder(), { recursive: true });
  await sweep(folder);
  const workFolder = await mkdtemp(`${folder}-`);
  try {
    await rename(await fetchInto(workFolder), folder).catch((error: unknown) => {
      // Another process was faster: its folder is equally good.
      if (!existsSync(folder)) throw error;
    });
  } finally {
    await rm(workFolder, { recursive: true, force: true });
  }
  return folder;
}

/** Removes the remains of an interrupted fetch; one that is still running is newer. */
async function sweep(folder: string): Promise<void> {
  for (const name of await readdir(cacheFolder())) {
    const path = join(cacheFolder(), name);
    if (!path.startsWith(`${folder}-`)) continue;
    const { mtimeMs } = await stat(path);
    if (Date.now() - mtimeMs > abandonedAfterMs) await rm(path, { recursive: true, force: true });
  }
}
