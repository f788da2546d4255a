import { type ChildProcess, spawn } from 'node:child_process';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

/** The PHP versions the plugin supports, oldest to newest, as the playground has them. */
export type PhpVersion = '7.4' | '8.0' | '8.1' | '8.2' | '8.3' | '8.4';

export interface PlaygroundOptions {
  /** Folder with WordPress; it is written to. */
  wordpress: string;
  php: PhpVersion;
  port: number;
  /** Folder shown inside WordPress as the plugin `altscribe`. */
  pluginFolder?: string | undefined;
  /** Constants, as if written in wp-config.php. */
  constants: Record<string, string | boolean>;
}

/** A running server process of the WordPress playground. */
export interface Playground {
  /** Settles only if the process ends by itself, with what it wrote last: as an error. */
  crashed: Promise<never>;
  stop(): Promise<void>;
}

const STOP_TIMEOUT_MS = 5_000;

/**
 * Loaded into the child before anything else: it ends when its standard input does, which happens
 * however its parent dies. (Workers load it, too, and have no say.)
 */
const END_WITH_PARENT = `data:text/javascript,${encodeURIComponent(`
  import { isMainThread } from 'node:worker_threads';
  if (isMainThread) process.stdin.resume().once('end', () => process.kill(process.pid, 'SIGTERM'));
`)}`;

/** Starts PHP (WebAssembly) with the WordPress folder on 127.0.0.1; it may not answer yet. */
export function startPlayground(options: PlaygroundOptions): Playground {
  const args = ['--import', END_WITH_PARENT, findBin(), ...toFlags(options)];
  const child = spawn(process.execPath, args, { stdio: ['pipe', 'pipe', 'pipe'] });
  const exited = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const lastWords = collectLastWords(child);
  let isStopping = false;
  const crashed = new Promise<never>((_resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code) => {
      if (!isStopping) reject(new Error(`WordPress ended with ${code}: ${lastWords()}`));
    });
  });
  // Whoever starts it races against this; a crash later on shows in the next request.
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

function findBin(): string {
  const manifest = createRequire(import.meta.url).resolve('@wp-playground/cli/package.json');
  return join(dirname(manifest), 'wp-playground.js');
}

function toFlags({ wordpress, php, port, pluginFolder, constants }: PlaygroundOptions) {
  const flags = ['server', '--port', String(port), '--php', php, '--workers', '2'];
  flags.push('--mount-dir-before-install', wordpress, '/wordpress');
  flags.push('--wordpress-install-mode', 'install-from-existing-files');
  if (pluginFolder) {
    flags.push('--mount-dir', pluginFolder, '/wordpress/wp-content/plugins/altscribe');
  }
  for (const [name, value] of Object.entries(constants)) {
    if (typeof value === 'string') flags.push('--define', name, value);
    else flags.push('--define-bool', name, String(value));
  }
  return flags;
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
