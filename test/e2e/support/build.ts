import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

const root = join(import.meta.dirname, '../../..');

/** The plugin as an administrator uploads it. */
export const pluginZip = join(root, 'altscribe.zip');

/** The built service and the plugin's zip, because tests must run the same code as users. */
export default async function build(): Promise<void> {
  await Promise.all(['build:service', 'plugin-zip'].map(runScript));
}

async function runScript(script: string): Promise<void> {
  const child = spawn('npm', ['run', '--silent', script], {
    cwd: root,
    // Only errors matter here.
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const [code] = (await once(child, 'exit')) as [number | null];
  if (code !== 0) throw new Error(`npm run ${script} ended with ${String(code)}.`);
}
