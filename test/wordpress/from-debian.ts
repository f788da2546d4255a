import { mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type DebianSource, listDebianSources } from './debian-sources.ts';
import type { WordPressVersion } from './get-wordpress.ts';
import { layOutDebianWordPress } from './lay-out-debian-wordpress.ts';
import { run } from './run.ts';

const SUITES: Record<WordPressVersion, string> = { '7.1': 'sid', '6.8': 'trixie' };

/** WordPress itself and the packages that Debian took out of it and linked to. */
const PACKAGES = [
  'wordpress',
  'wordpress-theme-twentytwentyfive',
  'libjs-underscore',
  'libjs-lodash',
  'libjs-jquery-ui',
  'libjs-cropper',
  'libphp-phpmailer',
  'php-getid3',
  'ca-certificates',
];

/**
 * Downloads Debian's packages of WordPress from the machine's own mirror and unpacks them, with
 * nothing installed and apt's own state untouched. Needs `apt-get` and `dpkg`, but not root.
 *
 * @returns the folder that holds WordPress, inside `workFolder`.
 */
export async function fetchFromDebian(
  workFolder: string,
  version: WordPressVersion,
): Promise<string> {
  const suite = SUITES[version];
  const sources = await listDebianSources(suite);
  let problem = 'this machine has no Debian package sources';
  for (const source of sources) {
    const aptFolder = join(workFolder, 'apt');
    try {
      const packages = await downloadPackages(source, aptFolder);
      const root = join(workFolder, 'root');
      for (const file of packages) await run('dpkg', ['-x', file, root]);
      return await layOutDebianWordPress(root);
    } catch (error) {
      problem = error instanceof Error ? error.message : String(error);
      await rm(aptFolder, { recursive: true, force: true });
    }
  }
  throw new Error(`Debian's suite ${suite}: ${problem}`);
}

async function downloadPackages(source: DebianSource, aptFolder: string): Promise<string[]> {
  const lists = join(aptFolder, 'lists');
  const cache = join(aptFolder, 'cache');
  const packages = join(aptFolder, 'packages');
  await mkdir(join(lists, 'partial'), { recursive: true });
  await mkdir(join(cache, 'archives', 'partial'), { recursive: true });
  await mkdir(packages);
  const sourceFile = join(aptFolder, `debian.${source.extension}`);
  await writeFile(sourceFile, source.text);
  const settings = [
    `Dir::Etc::sourcelist=${sourceFile}`,
    'Dir::Etc::sourceparts=/dev/null',
    `Dir::State::Lists=${lists}`,
    `Dir::Cache=${cache}`,
    'Acquire::Languages=none',
    'Acquire::http::Timeout=20',
    // Without this apt, run as root, tries to read our private folders as another user.
    'APT::Sandbox::User=root',
  ].flatMap((setting) => ['-o', setting]);
  await run('apt-get', [...settings, '-q', 'update', '--error-on=any']);
  await run('apt-get', [...settings, '-q', 'download', ...PACKAGES], packages);
  return (await readdir(packages)).map((name) => join(packages, name));
}
