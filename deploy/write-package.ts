import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { packageJson, shrinkwrap, type LockFile, type RootPackage } from './package-files.ts';

const root = fileURLToPath(new URL('..', import.meta.url));

/** What hosts read, and what they run the service with. */
const files = [
  'README.md',
  'CHANGELOG.md',
  'SECURITY.md',
  'LICENSE',
  '.env.example',
  'docs',
  'deploy',
  // What the pages show of the plugin.
  'plugin/.wordpress-org',
  'plugin/readme.txt',
];

/** Where the compiler puts the service; the names stay, since its parts find each other by them. */
const built = ['build/service', 'build/shared'];

/** What the build takes from a package for development: the program of the page at /docs. */
const referencePage = join('http', 'docs', 'scalar.js');

/** Sources of scripts and their types are nothing that runs. */
const isForHosts = (path: string) => !/\.(ts|tsx|cts|tsbuildinfo)$/.test(path);

/**
 * Writes the package of the service alone, `altscribe-<version>.tgz`: built, with the dependencies
 * that it has at run time in the versions of package-lock.json, and the plugin's zip.
 * @param folder where to write it
 * @param pluginZip the plugin, as `npm run plugin-zip` makes it
 * @returns its path
 * @throws Error when the service or the plugin was not built
 */
export async function writePackage(folder: string, pluginZip: string): Promise<string> {
  const stage = await mkdtemp(join(tmpdir(), 'altscribe-package-'));
  try {
    const own = await readJson<RootPackage>('package.json');
    const lock = await readJson<LockFile>('package-lock.json');
    await writeJson(stage, 'package.json', packageJson(own));
    await writeJson(stage, 'npm-shrinkwrap.json', shrinkwrap(own, lock));
    await cp(pluginZip, join(stage, 'altscribe.zip'));
    for (const name of files) {
      await cp(join(root, name), join(stage, name), { recursive: true, filter: isForHosts });
    }
    for (const name of built) await copyBuilt(name, stage);
    const { stdout } = await promisify(execFile)(
      'npm',
      ['pack', '--silent', '--pack-destination', folder],
      { cwd: stage },
    );
    return join(folder, stdout.trim());
  } finally {
    await rm(stage, { recursive: true });
  }
}

/** Copies what is built of sources that are still there: the compiler leaves the others behind. */
async function copyBuilt(folder: string, stage: string): Promise<void> {
  const sourceFolder = folder.replace('build/', '');
  const sources = new Set(await readdir(join(root, sourceFolder), { recursive: true }));
  for (const name of await readdir(join(root, folder), { recursive: true })) {
    const isCode = /\.c?js$/.test(name) && candidates(name).some((one) => sources.has(one));
    const isAsset = /\.(css|svg)$/.test(name) && sources.has(name);
    if (!isCode && !isAsset && name !== referencePage) continue;
    const target = join(stage, folder, name);
    await mkdir(dirname(target), { recursive: true });
    await cp(join(root, folder, name), target);
  }
}

/** What a built file may have been made of. Scripts of browsers are built into another folder. */
function candidates(name: string): string[] {
  const [stem = '', extension = ''] = name.split(/\.(c?js)$/);
  if (extension === 'cjs') return [`${stem}.cts`];
  const browser = stem.replace('dashboard/assets/', 'dashboard/browser/');
  return [`${stem}.ts`, `${stem}.tsx`, `${browser}.ts`];
}

async function readJson<T>(name: string): Promise<T> {
  return JSON.parse(await readFile(join(root, name), 'utf8')) as T;
}

async function writeJson(folder: string, name: string, content: object): Promise<void> {
  await writeFile(join(folder, name), `${JSON.stringify(content, null, 2)}\n`);
}
