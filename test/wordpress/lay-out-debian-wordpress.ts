import { existsSync } from 'node:fs';
import { cp, lstat, mkdir, readdir, readFile, readlink, rm, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';

/**
 * Debian spreads WordPress over the file system with links. Converts that, unpacked into `root`,
 * back to the single folder that wordpress.org provides.
 *
 * @returns the folder that holds WordPress, inside `root`.
 */
export async function layOutDebianWordPress(root: string): Promise<string> {
  const wordpress = join(root, 'usr/share/wordpress');
  await makeCertificateBundle(root);
  await replaceLinks(wordpress, root);
  // Debian's own configuration, which expects MySQL and Apache.
  await rm(join(wordpress, 'wp-config.php'), { force: true });
  await rm(join(wordpress, '.htaccess'), { force: true });
  await cp(
    join(root, 'var/lib/wordpress/wp-content/index.php'),
    join(wordpress, 'wp-content/index.php'),
  );
  await mkdir(join(wordpress, 'wp-content/uploads'), { recursive: true });
  return wordpress;
}

/** The bundle is only made when ca-certificates is installed; unpacked, it is in parts. */
async function makeCertificateBundle(root: string): Promise<void> {
  const parts = join(root, 'usr/share/ca-certificates/mozilla');
  const files = (await readdir(parts)).sort().map((name) => readFile(join(parts, name), 'utf8'));
  const bundle = join(root, 'etc/ssl/certs/ca-certificates.crt');
  await mkdir(dirname(bundle), { recursive: true });
  await writeFile(bundle, (await Promise.all(files)).join(''));
}

async function replaceLinks(folder: string, root: string): Promise<void> {
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) await replaceLinks(path, root);
    if (entry.isSymbolicLink()) await replaceLink(path, root);
  }
}

/** Replaces a link with its target; a link to a file in no package is removed. */
async function replaceLink(link: string, root: string): Promise<void> {
  const target = await findTarget(link, root);
  await rm(link);
  if (existsSync(target)) await cp(target, link, { recursive: true, dereference: true });
}

async function findTarget(link: string, root: string): Promise<string> {
  const written = await readlink(link);
  const target = written.startsWith('/') ? join(root, written) : resolve(dirname(link), written);
  const isLink = await lstat(target).then(
    (stats) => stats.isSymbolicLink(),
    () => false,
  );
  return isLink ? findTarget(target, root) : target;
}
