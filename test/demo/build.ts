import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const execFileAsync = promisify(execFile);
const root = fileURLToPath(new URL('../..', import.meta.url));

/**
 * Builds the service and the plugin without output.
 *
 * @throws Error with the compiler's message.
 */
export async function build(): Promise<void> {
  try {
    await execFileAsync('npm', ['run', '--silent', 'build'], { cwd: root });
  } catch (error) {
    const { stdout = '', stderr = '' } = error as { stdout?: string; stderr?: string };
    throw new Error(
      `The build failed: correct what it says, or run "npm ci" if it misses packages.\n${stdout}${stderr}`,
      { cause: error },
    );
  }
}
