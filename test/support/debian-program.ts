import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { cacheFolder } from '../wordpress/cache-folder.ts';
import { unpackFromDebian } from '../wordpress/debian-packages.ts';

/** Whether this machine can get programs from Debian. */
export const hasDebian = existsSync('/usr/bin/apt-get') && existsSync('/etc/debian_version');

/**
 * Unpacks a program from Debian's packages, with nothing installed, and keeps it for the next time.
 * @param name of the package
 * @param path of the program in it
 * @returns where the program is
 */
export async function getDebianProgram(name: string, path: string): Promise<string> {
  const folder = join(cacheFolder(), `debian-${name}`);
  if (!existsSync(folder)) {
    await mkdir(cacheFolder(), { recursive: true });
    const work = await mkdtemp(`${folder}-`);
    try {
      const root = await unpackFromDebian(work, 'stable', [name]);
      await rename(root, folder).catch((error: unknown) => {
        // Another process was quicker.
        if (!existsSync(folder)) throw error;
      });
    } finally {
      await rm(work, { recursive: true, force: true });
    }
  }
  return join(folder, path);
}
