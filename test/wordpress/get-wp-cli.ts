import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { cacheFolder } from './cache-folder.ts';
import { run } from './run.ts';

/** The npm package that contains the file of WP-CLI. Its 100 other dependencies are not needed. */
const npmPackage = 'wp-studio@1.22.0';
const pathInPackage = 'package/dist/cli/wp-files/wp-cli/wp-cli.phar';
const version = '2.12.0';
const sha256 = 'ce34ddd838f7351d6759068d09793f26755463b4a4610a5a5c0a97b68220d85c';

/**
 * Returns the folder with `wp-cli.phar`, which is downloaded once and cached. Safe to call from
 * several processes in parallel.
 */
export async function getWpCli(): Promise<string> {
  const folder = join(cacheFolder(), `wp-cli-${version}`);
  if (!existsSync(folder)) {
    await mkdir(cacheFolder(), { recursive: true });
    const workFolder = await mkdtemp(`${folder}-`);
    try {
      await fetchInto(workFolder);
      await rename(workFolder, folder).catch((error: unknown) => {
        // Another process was faster: its folder is equally good.
        if (!existsSync(folder)) throw error;
      });
    } finally {
      await rm(workFolder, { recursive: true, force: true });
    }
  }
  return folder;
}

async function fetchInto(folder: string): Promise<void> {
  await run('npm', ['pack', npmPackage, '--ignore-scripts', '--pack-destination', folder]);
  const archive = join(folder, `${npmPackage.replace('@', '-')}.tgz`);
  const depth = String(pathInPackage.split('/').length - 1);
  await run('tar', ['-xzf', archive, '-C', folder, `--strip-components=${depth}`, pathInPackage]);
  await rm(archive);
  const found = createHash('sha256').update(await readFile(join(folder, 'wp-cli.phar')));
  if (found.digest('hex') !== sha256) throw new Error(`${npmPackage} contains another WP-CLI.`);
}
