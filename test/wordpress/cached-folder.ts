import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { cacheFolder } from './cache-folder.ts';

const abandonedAfterMs = 60 * 60 * 1000;

/**
 * Gives a folder of the cache, which is fetched once. It is made in a folder of its own and renamed, so
 * that nobody ever sees half of it. Safe to call from several processes at once.
 *
 * @param name - of the folder in the cache.
 * @param fetchInto - puts what is wanted somewhere into an empty folder, and says where.
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
      // Another process was quicker: its folder is as good as ours.
      if (!existsSync(folder)) throw error;
    });
  } finally {
    await rm(workFolder, { recursive: true, force: true });
  }
  return folder;
}

/** Takes away what an interrupted fetch left behind; one that is still running is younger. */
async function sweep(folder: string): Promise<void> {
  for (const name of await readdir(cacheFolder())) {
    const path = join(cacheFolder(), name);
    if (!path.startsWith(`${folder}-`)) continue;
    const { mtimeMs } = await stat(path);
    if (Date.now() - mtimeMs > abandonedAfterMs) await rm(path, { recursive: true, force: true });
  }
}
