import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { builtFolder } from '../config/package.ts';
import type { DashboardMiddleware } from './state.ts';

/** A file that pages load. */
interface Asset {
  /** Contains a hash of the content, so it can be cached forever. */
  readonly url: string;
  readonly type: string;
  readonly content: Buffer;
}

const base = '/dashboard/assets/';
const folder = join(builtFolder(), 'dashboard/assets');
const types: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.svg': 'image/svg+xml',
};

const assets: readonly Asset[] = readdirSync(folder)
  .filter((name) => extname(name) in types)
  .sort()
  .map((name) => {
    const content = readFileSync(join(folder, name));
    const hash = createHash('sha256').update(content).digest('hex').slice(0, 16);
    const extension = extname(name);
    const url = `${base}${name.slice(0, -extension.length)}.${hash}${extension}`;
    return { url, type: types[extension] ?? '', content };
  });

/** The paths of all styles (`.css`), scripts (`.js`) or images (`.svg`) of the dashboard. */
export function assetUrls(extension: '.css' | '.js' | '.svg'): string[] {
  return assets.map(({ url }) => url).filter((url) => url.endsWith(extension));
}

/** Serves the files that pages load, and no other files. */
export const serveAssets: DashboardMiddleware = async (ctx, next) => {
  const isRead = ctx.method === 'GET' || ctx.method === 'HEAD';
  const asset = isRead && assets.find(({ url }) => url === ctx.path);
  if (!asset) {
    await next();
    return;
  }
  ctx.set('Cache-Control', 'public, max-age=31536000, immutable');
  ctx.type = asset.type;
  ctx.body = asset.content;
};
