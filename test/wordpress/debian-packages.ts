import { mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { type DebianSource, listDebianSources } from './debian-sources.ts';
import { run } from './run.ts';

/**
 * Downloads Debian's packages from the machine's own mirror and unpacks them, without installing
 * anything or changing apt's state. Installed packages make no difference: the versions are those of
 * the suite with its security updates. Needs `apt-get` and `dpkg`, but not root.
 *
 * @param workFolder - an empty folder, or one of an earlier call for this suite.
 * @param suite - such as `sid`.
 * @param packages - their names.
 * @param withDependencies - whether to include the packages that they need, except the C library: a
 *   program uses the one of its loader. Only useful for the machine's own suite.
 * @param withLibc - whether to include the C library, too: for a root of its own.
 * @returns the folder with their files, inside `workFolder`.
 */
export async function unpackDebianPackages(
  workFolder: string,
  suite: string,
  packages: readonly string[],
  { withDependencies = false, withLibc = false } = {},
): Promise<string> {
  let problem = 'this machine has no Debian package sources';
  for (const sources of await listDebianSources(suite)) {
    const aptFolder = join(workFolder, 'apt');
    try {
      const settings = await updateLists(sources, aptFolder);
      const files = await download(settings, aptFolder, packages, withDependencies);
      const wanted = files.filter((file) => withLibc || !isLibc(file));
      const root = join(workFolder, 'root');
      for (const file of wanted) await run('dpkg', ['-x', file, root]);
      return root;
    } catch (error) {
      problem = error instanceof Error ? error.message : String(error);
      await rm(aptFolder, { recursive: true, force: true });
    }
  }
  throw new Error(`Debian's suite ${suite}: ${problem}`);
}

/** Downloads the lists of packages; returns the settings with which apt finds them. */
async function updateLists(sources: readonly DebianSource[], aptFolder: string): Promise<string[]> {
  const lists = join(aptFolder, 'lists');
  const cache = join(aptFolder, 'cache');
  await mkdir(join(lists, 'partial'), { recursive: true });
  await mkdir(join(cache, 'archives', 'partial'), { recursive: true });
  const sourceFolder = join(aptFolder, 'sources');
  await mkdir(sourceFolder, { recursive: true });
  for (const [n, { extension, text }] of sources.entries()) {
    await writeFile(join(sourceFolder, `${n}.${extension}`), text);
  }
  const installed = join(aptFolder, 'status');
  await writeFile(installed, '');
  const settings = [
    'Dir::Etc::sourcelist=/dev/null',
    `Dir::Etc::sourceparts=${sourceFolder}`,
    // Packages that are installed, held, pinned or preferred here do not affect a separate folder.
    `Dir::State::status=${installed}`,
    `Dir::State::extended_states=${installed}`,
    'Dir::Etc::preferences=/dev/null',
    'Dir::Etc::preferencesparts=/dev/null',
    'APT::Default-Release=',
    `Dir::State::Lists=${lists}`,
    `Dir::Cache=${cache}`,
    'Acquire::Languages=none',
    'Acquire::http::Timeout=20',
    // Otherwise apt, run as root, tries to read our private folders as another user.
    'APT::Sandbox::User=root',
    // The machine's own locks are only for installing.
    'Debug::NoLocking=true',
  ].flatMap((setting) => ['-o', setting]);
  await run('apt-get', [...settings, '-q', 'update', '--error-on=any']);
  return settings;
}

async function download(
  settings: readonly string[],
  aptFolder: string,
  packages: readonly string[],
  withDependencies: boolean,
): Promise<string[]> {
  const folder = join(aptFolder, withDependencies ? 'cache/archives' : 'packages');
  await mkdir(folder, { recursive: true });
  const command = withDependencies
    ? ['install', '--download-only', '--yes', '--no-install-recommends']
    : ['download'];
  await run('apt-get', [...settings, '-q', ...command, ...packages], folder);
  const names = await readdir(folder);
  return names.filter((name) => name.endsWith('.deb')).map((name) => join(folder, name));
}

function isLibc(file: string): boolean {
  return /^libc(?:6|-bin)_/.test(basename(file));
}

/**
 * The library folders in Debian's packages, `usr/lib/<architecture>` and `lib/<architecture>`, as a
 * search path.
 */
export async function listLibraryFolders(root: string): Promise<string> {
  const folders: string[] = [];
  for (const parent of [join(root, 'usr/lib'), join(root, 'lib')]) {
    const names = await readdir(parent).catch(() => []);
    folders.push(
      ...names.filter((name) => name.includes('-linux-')).map((name) => join(parent, name)),
    );
  }
  return folders.join(':');
}
