/** Writes altscribe.zip, the installable plugin, to the root of the repository. */
import { existsSync } from 'node:fs';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Zippable, zipSync } from 'fflate';

const root = fileURLToPath(new URL('..', import.meta.url));
const plugin = join(root, 'plugin');

/**
 * Everything that a site needs at run time. In addition, the zip contains only the source of the
 * scripts.
 */
const parts = [
  { path: 'altscribe.php', isNeeded: true },
  { path: 'uninstall.php', isNeeded: true },
  { path: 'readme.txt', isNeeded: true },
  { path: 'includes', isNeeded: true },
  { path: 'build', isNeeded: true },
  { path: 'languages', isNeeded: true },
];

/** Excludes source maps, TypeScript and temporary files of editors. */
const runTimeFile = /\.(php|js|css|json|mo|po|pot|txt)$/;

/** The source of the scripts, which wordpress.org requires, in the folders that their imports name. */
const source = [
  'plugin/src',
  'plugin/i18n',
  'plugin/tsconfig.json',
  'shared',
  'tsconfig.base.json',
  'webpack.config.js',
  // The readme links to a page on hosting the service, and from there links lead to all other pages.
  'docs',
  'deploy',
  'README.md',
  'CHANGELOG.md',
  'CONTRIBUTING.md',
  'SECURITY.md',
  'plugin/readme.txt',
  'test/bench/results/README.md',
  'test/evaluation/README.md',
];

/** The earliest date in the format. A fixed date makes the archive reproducible. */
const date = new Date(1980, 0, 1);

/** A regular Unix file, readable by all and writable by its owner. */
const mode = 0o100644;
const madeOnUnix = 3;

try {
  const files = [
    { name: 'LICENSE', path: join(root, 'LICENSE') },
    { name: 'source/package.json', path: join(root, 'package.json') },
    ...(await listFiles()),
    ...(await listSource()),
  ];
  const hidden = files.find(({ name }) => /(^|\/)\./.test(name));
  if (hidden) throw new Error(`wordpress.org refuses hidden files such as ${hidden.name}.`);
  await writeFile(join(root, 'altscribe.zip'), await zip(files));
  console.log(`altscribe.zip: ${files.length} files`);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}

interface PluginFile {
  /** Path inside the folder of the plugin, with `/`. */
  readonly name: string;
  /** Path on disk. */
  readonly path: string;
}

async function listFiles(): Promise<PluginFile[]> {
  const missing = parts.filter(({ path, isNeeded }) => isNeeded && !existsSync(join(plugin, path)));
  if (missing.length > 0) {
    const names = missing.map(({ path }) => `plugin/${path}`).join(', ');
    throw new Error(
      `The plugin needs ${names}: run "npm run build:plugin", or restore the files from git.`,
    );
  }
  const present = parts.map(({ path }) => join(plugin, path)).filter((path) => existsSync(path));
  const paths = (await Promise.all(present.map(listPaths))).flat();
  return paths
    .filter((path) => runTimeFile.test(path))
    .map((path) => ({ name: relative(plugin, path).split(sep).join('/'), path }));
}

async function listSource(): Promise<PluginFile[]> {
  const paths = (await Promise.all(source.map((path) => listPaths(join(root, path))))).flat();
  return paths.map((path) => ({
    name: `source/${relative(root, path).split(sep).join('/')}`,
    path,
  }));
}

/** The file itself, or all files in the folder and its subfolders. */
async function listPaths(path: string): Promise<string[]> {
  const entries = await readdir(path, { withFileTypes: true, recursive: true }).catch(
    () => undefined,
  );
  if (!entries) return [path];
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
}

async function zip(files: readonly PluginFile[]): Promise<Uint8Array> {
  const content: Zippable = {};
  for (const { name, path } of files.toSorted((a, b) => (a.name < b.name ? -1 : 1))) {
    content[`altscribe/${name}`] = await readFile(path);
  }
  return zipSync(content, { level: 9, mtime: date, os: madeOnUnix, attrs: mode * 0x10000 });
}
