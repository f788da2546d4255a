import { execFileSync } from 'node:child_process';
import { join } from 'node:path';

const root = join(import.meta.dirname, '../../..');

/** The plugin as an administrator uploads it. */
export const pluginZip = join(root, 'altscribe.zip');

/** The built service and the plugin's zip, because tests must run the same code as users. */
export default function build(): void {
  for (const script of ['build:service', 'plugin-zip']) {
    execFileSync('npm', ['run', '--silent', script], {
      cwd: root,
      // Only errors matter here.
      stdio: ['ignore', 'ignore', 'inherit'],
    });
  }
}
