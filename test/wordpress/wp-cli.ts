import { execFile } from 'node:child_process';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { getWpCli } from './get-wp-cli.ts';

export interface WpCliResult {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

const manifest = createRequire(import.meta.url).resolve('@wp-playground/cli/package.json');

/**
 * Runs a command of the real WP-CLI, such as `['post', 'list']`, on the files of a WordPress that may be
 * running. The playground passes no arguments on that are numbers.
 */
export async function runWpCli(wordpress: string, args: readonly string[]): Promise<WpCliResult> {
  const command = [
    join(dirname(manifest), 'wp-playground.js'),
    ...['php', '--php', '8.3', '--verbosity', 'quiet'],
    ...['--wordpress-install-mode', 'do-not-attempt-installing'],
    ...['--mount-dir-before-install', wordpress, '/wordpress'],
    ...['--mount-dir', await getWpCli(), '/wp-cli'],
    // The must-use plugin of the tests asks for it.
    ...['--define', 'ALTSCRIBE_BACKDOOR_SECRET', 'none'],
    ...['--', '/wp-cli/wp-cli.phar', '--path=/wordpress', '--no-color', ...args],
  ];
  return new Promise((resolve) => {
    execFile(process.execPath, command, (error, stdout, stderr) => {
      resolve({
        code: typeof error?.code === 'number' ? error.code : error ? -1 : 0,
        stdout,
        stderr,
      });
    });
  });
}
