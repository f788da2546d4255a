import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const execFileAsync = promisify(execFile);

/** Longer than any download takes. */
const TIMEOUT_MS = 5 * 60_000;

/**
 * Runs a program to its end, without a shell; for at most five minutes.
 *
 * @throws Error with the last lines the program wrote.
 */
export async function run(program: string, args: readonly string[], cwd?: string): Promise<void> {
  try {
    await execFileAsync(program, args, { cwd, maxBuffer: 64 * 1024 * 1024, timeout: TIMEOUT_MS });
  } catch (error) {
    throw new Error(`${program} failed: ${lastWords(error)}`, { cause: error });
  }
}

function lastWords(error: unknown): string {
  if (error instanceof Error) {
    const stderr = 'stderr' in error ? String(error.stderr).trim() : '';
    return stderr.split('\n').slice(-3).join(' ') || error.message;
  }
  return String(error);
}
