import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { run } from './run.ts';

const RELEASES = 'https://api.wordpress.org/core/stable-check/1.0/';
const ANSWER_TIMEOUT_MS = 5_000;
const DOWNLOAD_TIMEOUT_MS = 300_000;

/**
 * Downloads the newest patch release of a line (such as '7.1') from wordpress.org and unpacks it.
 * Without internet access, it fails within five seconds.
 *
 * @returns the folder that holds WordPress, inside `workFolder`.
 */
export async function fetchFromWordPressOrg(workFolder: string, line: string): Promise<string> {
  const release = await findNewestRelease(line);
  const archive = join(workFolder, 'wordpress.tar.gz');
  await download(`https://downloads.wordpress.org/release/wordpress-${release}.tar.gz`, archive);
  await run('tar', ['-xzf', archive, '-C', workFolder]);
  return join(workFolder, 'wordpress');
}

async function findNewestRelease(line: string): Promise<string> {
  const response = await fetch(RELEASES, { signal: AbortSignal.timeout(ANSWER_TIMEOUT_MS) }).catch(
    () => {
      throw new Error('wordpress.org cannot be reached');
    },
  );
  if (!response.ok) throw new Error(`wordpress.org responded with status ${response.status}`);
  const releases: unknown = await response.json();
  const patches = Object.keys(releases ?? {})
    .filter((release) => release === line || release.startsWith(`${line}.`))
    .map((release) => Number(release.slice(line.length + 1)))
    .filter(Number.isInteger);
  if (patches.length === 0) throw new Error(`wordpress.org has no WordPress ${line}`);
  const newest = Math.max(...patches);
  return newest === 0 ? line : `${line}.${newest}`;
}

async function download(url: string, file: string): Promise<void> {
  const response = await fetch(url, { signal: AbortSignal.timeout(DOWNLOAD_TIMEOUT_MS) });
  if (!response.ok) throw new Error(`${url} responded with status ${response.status}`);
  await writeFile(file, Buffer.from(await response.arrayBuffer()));
}
