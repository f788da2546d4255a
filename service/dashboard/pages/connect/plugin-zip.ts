import { stat } from 'node:fs/promises';
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** The plugin, as WordPress installs it. */
export interface PluginZip {
  readonly path: string;
  readonly bytes: number;
}

/** Where `npm run plugin-zip` puts it: the folder of the package, whether the service is built or not. */
export function pluginZipPath(): string {
  let folder = import.meta.dirname;
  while (!existsSync(join(folder, 'package.json')) && folder !== dirname(folder)) {
    folder = dirname(folder);
  }
  return join(folder, 'altscribe.zip');
}

/** Finds the plugin; nothing where it was not built. */
export async function findPluginZip(path = pluginZipPath()): Promise<PluginZip | undefined> {
  const found = await stat(path).catch(() => undefined);
  return found?.isFile() ? { path, bytes: found.size } : undefined;
}
