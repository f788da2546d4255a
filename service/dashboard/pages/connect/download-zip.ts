import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { packageFolder } from '../../../config/package.ts';
import { notFound } from '../../render.tsx';
import type { DashboardRoute } from '../../state.ts';

/** The plugin's zip, as installed in WordPress. */
export interface PluginZip {
  readonly path: string;
  readonly bytes: number;
}

/** The path to which `npm run plugin-zip` writes it. */
export function pluginZipPath(): string {
  return join(packageFolder(), 'altscribe.zip');
}

/** Finds the plugin's zip; nothing if it wasn't built. */
export async function findPluginZip(path = pluginZipPath()): Promise<PluginZip | undefined> {
  const found = await stat(path).catch(() => undefined);
  return found?.isFile() ? { path, bytes: found.size } : undefined;
}

export const connectPath = '/dashboard/connect';
export const zipPath = `${connectPath}/altscribe.zip`;

/** Downloads the plugin, if it was built. */
export const downloadZip: DashboardRoute = {
  method: 'GET',
  path: zipPath,
  access: 'signed-in',
  async handle(ctx, { pluginZip }) {
    const zip = await findPluginZip(pluginZip);
    if (!zip) throw notFound();
    ctx.attachment('altscribe.zip');
    ctx.type = 'application/zip';
    ctx.length = zip.bytes;
    ctx.status = 200;
    if (ctx.method !== 'HEAD') ctx.body = createReadStream(zip.path);
  },
};
