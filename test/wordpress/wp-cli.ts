import { execFile } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { getPhp, type Php } from './get-php.ts';
import { getWpCli } from './get-wp-cli.ts';
import { nativeMark, shareCompiled } from './native-php.ts';

export interface WpCliResult {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

const manifest = createRequire(import.meta.url).resolve('@wp-playground/cli/package.json');

/**
 * Runs a command of the real WP-CLI, such as `['post', 'list']`, on the files of a WordPress that may be
 * running, with its kind of PHP. The playground does not pass on arguments that are numbers.
 */
export async function runWpCli(wordpress: string, args: readonly string[]): Promise<WpCliResult> {
  const { program, args: first, env } = await findWpCli(wordpress);
  return new Promise((resolve) => {
    execFile(
      program,
      [...first, ...args],
      { env: { ...process.env, ...env } },
      (error, ...said) => {
        const [stdout, stderr] = said;
        resolve({
          code: typeof error?.code === 'number' ? error.code : error ? -1 : 0,
          stdout,
          stderr,
        });
      },
    );
  });
}

/** How WP-CLI is started on the files of a WordPress; append the arguments of a command. */
export async function findWpCli(wordpress: string): Promise<Php> {
  const native = isOnPlayground(wordpress) ? undefined : await getPhp();
  const phar = join(native ? await getWpCli() : '/wp-cli', 'wp-cli.phar');
  const cli = [phar, `--path=${pathForWpCli(wordpress)}`, '--no-color', '--allow-root'];
  if (native) {
    const php = await shareCompiled(native, wordpress);
    // A process that runs one command does not gain from a copy of the scripts in its memory.
    return { ...php, args: [...php.args, '-d', 'opcache.file_cache_only=1', ...cli] };
  }
  return { program: process.execPath, args: await playgroundCommand(wordpress, cli), env: {} };
}

/** The path where WP-CLI finds the files of a WordPress. */
export function pathForWpCli(wordpress: string): string {
  return isOnPlayground(wordpress) ? '/wordpress' : wordpress;
}

function isOnPlayground(wordpress: string): boolean {
  const config = join(wordpress, 'wp-config.php');
  return !existsSync(config) || !readFileSync(config, 'utf8').includes(nativeMark);
}

async function playgroundCommand(wordpress: string, cli: readonly string[]): Promise<string[]> {
  return [
    join(dirname(manifest), 'wp-playground.js'),
    ...['php', '--php', '8.3', '--verbosity', 'quiet'],
    ...['--wordpress-install-mode', 'do-not-attempt-installing'],
    ...['--mount-dir-before-install', wordpress, '/wordpress'],
    ...['--mount-dir', await getWpCli(), '/wp-cli'],
    // The must-use plugin of the tests needs it.
    ...['--define', 'ALTSCRIBE_BACKDOOR_SECRET', 'none'],
    ...['--', ...cli],
  ];
}
