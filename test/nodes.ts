import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { cacheFolder } from './wordpress/cache-folder.ts';

/** The oldest supported release, and the newest of each line after it. */
const versions = ['20.19.0', '22', '24'];

/**
 * Runs the service's tests on every supported line of Node.js, which npm's `node` package contains.
 */
for (const version of versions) {
  const folder = join(cacheFolder(), `node-${version}`);
  const node = join(folder, 'node_modules/node/bin/node');
  if (!existsSync(node)) {
    execFileSync('npm', ['install', '--prefix', folder, '--no-save', `node@${version}`], {
      stdio: 'inherit',
    });
  }
  console.log(`Node.js ${execFileSync(node, ['--version'], { encoding: 'utf8' }).trim()}`);
  execFileSync(node, ['node_modules/vitest/vitest.mjs', 'run'], { stdio: 'inherit' });
}
