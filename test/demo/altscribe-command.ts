import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const execFileAsync = promisify(execFile);
const main = fileURLToPath(new URL('../../build/service/cli/main.js', import.meta.url));

/**
 * Runs a command of the built CLI, such as `['account', 'list']`, on the store in `dataDir`.
 *
 * @returns The parsed output of `--json`.
 * @throws Error with its standard error.
 */
export async function runAltscribe(dataDir: string, args: readonly string[]): Promise<unknown> {
  const { stdout } = await execFileAsync(process.execPath, [main, ...args, '--json'], {
    cwd: dataDir,
    env: { ...process.env, DATABASE_URL: '', DATA_DIR: dataDir },
  });
  return JSON.parse(stdout);
}
