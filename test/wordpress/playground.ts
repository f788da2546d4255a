import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { PhpServer, PhpServerOptions, PhpVersion } from './php-server.ts';
import { startServerProcess } from './server-process.ts';

/** Loaded into the process before anything else. (Its workers load it too, without effect.) */
const END_WITH_PARENT = `data:text/javascript,${encodeURIComponent(`
  import { isMainThread } from 'node:worker_threads';
  if (isMainThread) process.stdin.resume().once('end', () => process.kill(process.pid, 'SIGTERM'));
`)}`;

/** Starts PHP (WebAssembly) with the WordPress folder on 127.0.0.1; it may not respond yet. */
export function startPlayground(options: PhpServerOptions, php: PhpVersion): PhpServer {
  return startServerProcess(['--import', END_WITH_PARENT, findBin(), ...toFlags(options, php)]);
}

function findBin(): string {
  const manifest = createRequire(import.meta.url).resolve('@wp-playground/cli/package.json');
  return join(dirname(manifest), 'wp-playground.js');
}

function toFlags(
  { wordpress, port, pluginFolder, constants }: PhpServerOptions,
  php: PhpVersion,
): string[] {
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
