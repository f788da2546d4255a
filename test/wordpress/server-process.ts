import { type ChildProcess, spawn } from 'node:child_process';
import type { PhpServer } from './php-server.ts';

const STOP_TIMEOUT_MS = 5_000;

/**
 * Starts a Node.js program that ends when its standard input does, which happens however its parent dies.
 *
 * @param args - of Node.js.
 */
export function startServerProcess(
  args: readonly string[],
  env: NodeJS.ProcessEnv = {},
): PhpServer {
  const child = spawn(process.execPath, args, {
    stdio: ['pipe', 'pipe', 'pipe'],
    env: { ...process.env, ...env },
  });
  const exited = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const lastWords = collectLastWords(child);
  let isStopping = false;
  const crashed = new Promise<never>((_resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code) => {
      if (!isStopping) reject(new Error(`WordPress ended with ${code}: ${lastWords()}`));
    });
  });
  // The code that starts it races against this; a later crash shows in the next request.
  crashed.catch(() => undefined);
  return {
    crashed,
    async stop() {
      isStopping = true;
      child.stdin.destroy();
      const timer = setTimeout(() => child.kill('SIGKILL'), STOP_TIMEOUT_MS);
      await exited;
      clearTimeout(timer);
    },
  };
}

function collectLastWords(child: ChildProcess): () => string {
  let words = '';
  const collect = (chunk: Buffer) => {
    words = (words + chunk.toString()).slice(-2_000);
  };
  child.stdout?.on('data', collect);
  child.stderr?.on('data', collect);
  return () => words.trim();
}
