import { execFile } from 'node:child_process';
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { packageJson, shrinkwrap, type LockFile, type RootPackage } from './package-files.ts';

const root = fileURLToPath(new URL('..', import.meta.url));

/** The files that operators read or use. */
const files = [
  'build/service',
  'README.md',
  'CHANGELOG.md',
  'SECURITY.md',
  'LICENSE',
  '.env.example',
  'docs',
  'deploy',
  // The images of the plugin used by the pages.
  'plugin/.wordpress-org',
  'plugin/readme.txt',
];

/**
 * Writes the package of the service alone, `altscribe-<version>.tgz`: the build, its run-time
 * dependencies at the versions of package-lock.json, and the plugin's zip.
 * @param folder where to write it
 * @param pluginZip the plugin, as made by `npm run plugin-zip`
 * @returns its path
 * @throws Error if the service or the plugin was not built
 */
export async function writePackage(folder: string, pluginZip: string): Promise<string> {
  const stage = await mkdtemp(join(tmpdir(), 'altscribe-package-'));
  try {
    const own = await readJson<RootPackage>('package.json');
    const lock = await readJson<LockFile>('package-lock.json');
    await writeJson(stage, 'package.json', packageJson(own));
    await writeJson(stage, 'npm-shrinkwrap.json', shrinkwrap(own, lock));
    const built = await readFile(join(root, 'build/service/built'), 'utf8');
    const isOfThisBuild = new Set(
      built.split('\n').map((name) => join(root, 'build/service', name)),
    );
    // TypeScript sources aren't needed, and earlier chunks are only for services that still run
    // them.
    const isForHosts = (path: string) =>
      !path.endsWith('.ts') && (!/\/chunks\/./.test(path) || isOfThisBuild.has(path));
    await cp(pluginZip, join(stage, 'altscribe.zip'));
    for (const name of files) {
      await cp(join(root, name), join(stage, name), { recursive: true, filter: isForHosts });
    }
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

async function readJson<T>(name: string): Promise<T> {
  return JSON.parse(await readFile(join(root, name), 'utf8')) as T;
}

async function writeJson(folder: string, name: string, content: object): Promise<void> {
  await writeFile(join(folder, name), `${JSON.stringify(content, null, 2)}\n`);
}
