import { mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type DebianSource, listDebianSources } from './debian-sources.ts';
import { run } from './run.ts';

/**
 * Downloads Debian's packages from the machine's own mirror and unpacks them, with nothing installed
 * and apt's own state untouched. Needs `apt-get` and `dpkg`, but not root.
 *
 * @param suite of Debian, such as `stable`
 * @returns the folder that they are unpacked into, inside `workFolder`.
 * @throws Error when no source of the machine has them.
 */
export async function unpackFromDebian(
  workFolder: string,
  suite: string,
  names: readonly string[],
): Promise<string> {
  const sources = await listDebianSources(suite);
  let problem = 'this machine has no Debian package sources';
  for (const source of sources) {
    const aptFolder = join(workFolder, 'apt');
    try {
      const packages = await downloadPackages(source, aptFolder, names);
      const root = join(workFolder, 'root');
      for (const file of packages) await run('dpkg', ['-x', file, root]);
      return root;
    } catch (error) {
      problem = error instanceof Error ? error.message : String(error);
      await rm(aptFolder, { recursive: true, force: true });
    }
  }
  throw new Error(`Debian's suite ${suite}: ${problem}`);
}

async function downloadPackages(
  source: DebianSource,
  aptFolder: string,
  names: readonly string[],
): Promise<string[]> {
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
  await run('apt-get', [...settings, '-q', 'download', ...names], packages);
  return (await readdir(packages)).map((name) => join(packages, name));
}
