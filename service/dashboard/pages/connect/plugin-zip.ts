import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { packageFolder } from '../../../package.ts';

/** The plugin, as WordPress installs it. */
export interface PluginZip {
  readonly path: string;
  readonly bytes: number;
}

/** Where `npm run plugin-zip` puts it. */
export function pluginZipPath(): string {
  return join(packageFolder(), 'altscribe.zip');
}

/** Finds the plugin; nothing where it was not built. */
export async function findPluginZip(path = pluginZipPath()): Promise<PluginZip | undefined> {
  const found = await stat(path).catch(() => undefined);
  return found?.isFile() ? { path, bytes: found.size } : undefined;
}
