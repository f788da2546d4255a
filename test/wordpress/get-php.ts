import { createHash } from 'node:crypto';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { getCachedFolder } from './cached-folder.ts';
import { listLibraryFolders, unpackDebianPackages } from './debian-packages.ts';

/** A PHP that runs on this machine: how to start its program. */
export interface Php {
  readonly program: string;
  /** To be given before others. */
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
}

const packages = ['cli', 'curl', 'gd', 'intl', 'mbstring', 'sqlite3', 'xml'].map(
  (name) => `php-${name}`,
);

/** What WordPress and its SQLite plugin use, each after those that it needs. */
const extensions = [
  ...[
    'ctype',
    'curl',
    'dom',
    'exif',
    'fileinfo',
    'gd',
    'iconv',
    'intl',
    'mbstring',
    'pdo',
    'pdo_sqlite',
  ],
  ...['phar', 'posix', 'simplexml', 'sqlite3', 'tokenizer', 'xml', 'xmlreader', 'xmlwriter'],
];

/**
 * Gives the PHP of the machine's own Debian, unpacked in the cache folder and not installed. It is many
 * times as fast as PHP in WebAssembly.
 *
 * @param without - names of extensions that this PHP shall not have.
 * @returns undefined where there are no Debian packages.
 */
export async function getPhp(without: readonly string[] = []): Promise<Php | undefined> {
  const release = await readFile('/etc/os-release', 'utf8').catch(() => '');
  const suite = /^VERSION_CODENAME=(\w+)$/m.exec(release)?.[1];
  if (!suite || !/^ID=debian$/m.test(release)) return undefined;
  const folder = await getCachedFolder(
    `php-${suite}-${identify([...packages, ...extensions])}`,
    async (workFolder) => {
      const root = await unpackDebianPackages(workFolder, suite, packages, {
        withDependencies: true,
      });
      await writeFile(join(root, 'php.ini'), configure(extensions));
      return root;
    },
  );
  const [version = ''] = (await readdir(join(folder, 'etc/php'))).filter((name) =>
    /^\d/.test(name),
  );
  const [api = ''] = (await readdir(join(folder, 'usr/lib/php'))).filter((name) =>
    /^\d{8}$/.test(name),
  );
  return {
    program: join(folder, `usr/bin/php${version}`),
    args: [
      '-c',
      await writeIni(folder, without),
      '-d',
      `extension_dir=${join(folder, 'usr/lib/php', api)}`,
    ],
    env: { PHP_INI_SCAN_DIR: '', LD_LIBRARY_PATH: await listLibraryFolders(folder) },
  };
}

/** Gives its path. */
async function writeIni(folder: string, without: readonly string[]): Promise<string> {
  const path = join(folder, ['php', ...without.map((name) => `no-${name}`), 'ini'].join('.'));
  if (without.length > 0) {
    await writeFile(path, configure(extensions.filter((name) => !without.includes(name))));
  }
  return path;
}

/** Another list makes another folder. */
function identify(names: readonly string[]): string {
  return createHash('sha256').update(names.join()).digest('hex').slice(0, 8);
}

function configure(names: readonly string[]): string {
  return [
    'zend_extension = opcache',
    ...names.map((name) => `extension = ${name}`),
    'opcache.enable_cli = 1',
    // Tests write PHP and call it at once.
    'opcache.revalidate_freq = 0',
    'memory_limit = 256M',
    'upload_max_filesize = 64M',
    'post_max_size = 64M',
    '',
  ].join('\n');
}
