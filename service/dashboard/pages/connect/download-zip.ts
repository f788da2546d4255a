import { createReadStream } from 'node:fs';
import { notFound } from '../../page-error.ts';
import type { DashboardRoute } from '../../route.ts';
import { zipPath } from './paths.ts';
import { findPluginZip } from './plugin-zip.ts';

/** The plugin, where it was built. */
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
    if (ctx.method !== 'HEAD') ctx.body = createReadStream(zip.path);
  },
};
