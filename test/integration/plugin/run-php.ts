import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const execFileAsync = promisify(execFile);
const plugin = join(import.meta.dirname, '../../../plugin');
const manifest = createRequire(import.meta.url).resolve('@wp-playground/cli/package.json');

/** Runs PHP code without WordPress, the plugin's folder at `/plugin`. Returns its last line, parsed as JSON. */
export async function runPhp(version: string, code: string): Promise<unknown> {
  const scripts = await temporaryFolder();
  await writeFile(join(scripts, 'script.php'), code);
  const { stdout } = await execFileAsync(process.execPath, [
    join(dirname(manifest), 'wp-playground.js'),
    ...['php', '--php', version, '--verbosity', 'quiet'],
    ...['--wordpress-install-mode', 'do-not-attempt-installing', '--skip-sqlite-setup'],
    ...['--mount-dir', plugin, '/plugin', '--mount-dir', scripts, '/scripts'],
    ...['--', '/scripts/script.php'],
  ]);
  return JSON.parse(stdout.trim().split('\n').at(-1) ?? '');
}
