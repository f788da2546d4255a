import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { cacheFolder } from './cache-folder.ts';
import { getCachedFolder } from './cached-folder.ts';
import { fetchFromDebian } from './from-debian.ts';
import { fetchFromWordPressOrg } from './from-wordpress-org.ts';

/** The WordPress lines that Altscribe is tested on: the newest and the oldest supported one. */
export type WordPressVersion = '7.1' | '6.8';

/**
 * Returns a folder with a clean WordPress of that line (its newest patch release), unpacked and
 * never started. Downloaded once, from wordpress.org or else from Debian's packages, then cached.
 * Copy it before use, because WordPress writes into it. Safe to call from several processes in
 * parallel.
 *
 * @throws Error that explains where to put an unpacked WordPress if the download fails.
 */
export async function getWordPress(
  version: WordPressVersion,
  onProgress?: (message: string) => void,
): Promise<string> {
  const folder = await getCachedFolder(`wordpress-${version}`, async (workFolder) => {
    onProgress?.(`Fetching WordPress ${version}`);
    const fetched = await fetchFromAnywhere(workFolder, version);
    await checkVersion(fetched, version);
    return fetched;
  });
  await checkVersion(folder, version);
  return folder;
}

async function fetchFromAnywhere(workFolder: string, version: WordPressVersion): Promise<string> {
  const reasons: string[] = [];
  for (const fetchFrom of [fetchFromWordPressOrg, fetchFromDebian]) {
    try {
      return await fetchFrom(workFolder, version);
    } catch (error) {
      reasons.push(error instanceof Error ? error.message : String(error));
    }
  }
  throw new Error(
    `WordPress ${version} could not be downloaded (${reasons.join('; ')}): ` +
      `unpack a WordPress ${version} into ${join(cacheFolder(), `wordpress-${version}`)} and try again.`,
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
