import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { cacheFolder } from './cache-folder.ts';
import { fetchFromDebian } from './from-debian.ts';
import { fetchFromWordPressOrg } from './from-wordpress-org.ts';

/** The lines of WordPress that Altscribe is tested on: the newest and the oldest supported. */
export type WordPressVersion = '7.1' | '6.8';

const abandonedAfterMs = 60 * 60 * 1000;

/**
 * Gives a folder with a clean WordPress of that line (its newest patch release), as unpacked and
 * never started. Fetched once, from wordpress.org or else from Debian's packages, then kept in the
 * cache folder. Copy it before use: starting WordPress writes into it. Safe to call from several
 * processes at once.
 *
 * @throws Error that says where to put an unpacked WordPress when none can be fetched.
 */
export async function getWordPress(
  version: WordPressVersion,
  onProgress?: (message: string) => void,
): Promise<string> {
  const folder = join(cacheFolder(), `wordpress-${version}`);
  if (!existsSync(folder)) {
    await mkdir(cacheFolder(), { recursive: true });
    await sweep(folder);
    onProgress?.(`Fetching WordPress ${version}`);
    await fetchInto(folder, version);
  }
  await checkVersion(folder, version);
  return folder;
}

/** Builds in a folder of its own and renames, so that nobody ever sees half a WordPress. */
async function fetchInto(folder: string, version: WordPressVersion): Promise<void> {
  const workFolder = await mkdtemp(`${folder}-`);
  try {
    const fetched = await fetchFromAnywhere(workFolder, version, folder);
    await checkVersion(fetched, version);
    await rename(fetched, folder).catch((error: unknown) => {
      // Another process was quicker: its folder is as good as ours.
      if (!existsSync(folder)) throw error;
    });
  } finally {
    await rm(workFolder, { recursive: true, force: true });
  }
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

async function fetchFromAnywhere(
  workFolder: string,
  version: WordPressVersion,
  folder: string,
): Promise<string> {
  const reasons: string[] = [];
  for (const fetchFrom of [fetchFromWordPressOrg, fetchFromDebian]) {
    try {
      return await fetchFrom(workFolder, version);
    } catch (error) {
      reasons.push(error instanceof Error ? error.message : String(error));
    }
  }
  throw new Error(
    `WordPress ${version} could not be fetched (${reasons.join('; ')}): ` +
      `unpack a WordPress ${version} into ${folder} and try again.`,
  );
}

async function checkVersion(folder: string, version: WordPressVersion): Promise<void> {
  const php = await readFile(join(folder, 'wp-includes', 'version.php'), 'utf8').catch(() => '');
  const found = /^\$wp_version = '([^']+)'/m.exec(php)?.[1] ?? 'nothing';
  if (found !== version && !found.startsWith(`${version}.`)) {
    throw new Error(
      `${folder} should hold WordPress ${version}, but holds ${found}: remove it and try again.`,
    );
  }
}
