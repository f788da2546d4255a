import { createHash } from 'node:crypto';
import { cp, mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { getCachedFolder } from './cached-folder.ts';
import { listLibraryFolders, unpackDebianPackages } from './debian-packages.ts';
import type { PhpVersion } from './php-server.ts';

/** A PHP for this machine, and how to start it. */
export interface Php {
  readonly program: string;
  /** Must precede other arguments. */
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
}

const packages = ['cli', 'curl', 'gd', 'intl', 'mbstring', 'mysql', 'sqlite3', 'xml'].map(
  (name) => `php-${name}`,
);

/** The extensions that WordPress and its SQLite plugin use, in loading order. */
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
    'mysqlnd',
    'mysqli',
    'pdo',
    'pdo_sqlite',
  ],
  ...['phar', 'posix', 'simplexml', 'sqlite3', 'tokenizer', 'xml', 'xmlreader', 'xmlwriter'],
];

/** The Debian releases that contain each version of PHP; their packages run on newer ones. */
const suites: Partial<Record<PhpVersion, string>> = { '7.4': 'bullseye' };

/** Extensions that were separate packages in a version of PHP. */
const olderExtensions: Partial<Record<PhpVersion, readonly string[]>> = { '7.4': ['json'] };

export interface PhpOptions {
  /** `native`: the version of the machine's own Debian. */
  readonly version?: PhpVersion | 'native';
  /** Names of extensions to leave out. */
  readonly without?: readonly string[] | undefined;
}

/**
 * Returns a PHP from Debian's packages, unpacked in the cache folder and not installed. It is many
 * times as fast as PHP in WebAssembly.
 *
 * @returns undefined if there are no Debian packages of this version.
 */
export async function getPhp({ version = 'native', without = [] }: PhpOptions = {}): Promise<
  Php | undefined
> {
  const own = await findDebianSuite();
  const suite = version === 'native' ? own : suites[version];
  if (!own || !suite) return undefined;
  const names =
    version === 'native' ? extensions : [...(olderExtensions[version] ?? []), ...extensions];
  try {
    return await unpackPhp({ suite, own, names, without });
  } catch (error) {
    if (version === 'native') throw error;
    console.warn(`PHP ${version} is WebAssembly here: ${String(error)}`);
    return undefined;
  }
}

async function findDebianSuite(): Promise<string | undefined> {
  const release = await readFile('/etc/os-release', 'utf8').catch(() => '');
  if (!/^ID=debian$/m.test(release)) return undefined;
  return /^VERSION_CODENAME=(\w+)$/m.exec(release)?.[1];
}

async function unpackPhp({
  suite,
  own,
  names,
  without,
}: {
  suite: string;
  own: string;
  names: readonly string[];
  without: readonly string[];
}): Promise<Php> {
  const folder = await getCachedFolder(
    `php-${suite}-${identify([...packages, ...names, ...(suite === own ? [] : ['libsqlite3'])])}`,
    async (workFolder) => {
      const root = await unpackDebianPackages(workFolder, suite, packages, {
        withDependencies: true,
      });
      if (suite !== own) await addNewSqlite(workFolder, root, own);
      await writeFile(join(root, 'php.ini'), configure(names));
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
      await writeIni(folder, names, without),
      '-d',
      `extension_dir=${join(folder, 'usr/lib/php', api)}`,
    ],
    env: { PHP_INI_SCAN_DIR: '', LD_LIBRARY_PATH: await listLibraryFolders(folder) },
  };
}

/** WordPress's plugin for SQLite needs at least 3.37, which older releases don't have. */
async function addNewSqlite(workFolder: string, root: string, suite: string): Promise<void> {
  const folder = join(workFolder, 'sqlite');
  await mkdir(folder);
  await cp(await unpackDebianPackages(folder, suite, ['libsqlite3-0']), root, {
    recursive: true,
    verbatimSymlinks: true,
  });
}

/** Returns its path. */
async function writeIni(
  folder: string,
  names: readonly string[],
  without: readonly string[],
): Promise<string> {
  const path = join(folder, ['php', ...without.map((name) => `no-${name}`), 'ini'].join('.'));
  if (without.length > 0) {
    await writeFile(path, configure(names.filter((name) => !without.includes(name))));
  }
  return path;
}

/** Another list results in another folder. */
function identify(names: readonly string[]): string {
  return createHash('sha256').update(names.join()).digest('hex').slice(0, 8);
}

function configure(names: readonly string[]): string {
  return [
    'zend_extension = opcache',
    ...names.map((name) => `extension = ${name}`),
    'opcache.enable_cli = 1',
    // Tests write PHP files and run them immediately.
    'opcache.revalidate_freq = 0',
    'memory_limit = 256M',
    'upload_max_filesize = 64M',
    'post_max_size = 64M',
    '',
  ].join('\n');
}
