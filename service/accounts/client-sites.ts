import { LRUCache } from 'lru-cache';
import type { ClientSites } from '../storage/interfaces/client-sites.ts';
import { today, type BackgroundWrites } from './write-behind.ts';

/** How the plugin names itself: `Altscribe-WordPress/0.2.0; https://example.com`. */
const product = 'Altscribe-WordPress/';

/** Longer ones are not recorded, in characters. */
const longest = 200;

/** The version and the site of a plugin, by its `User-Agent`; nothing for other clients. */
export function readPlugin(
  userAgent: string,
): { readonly plugin_version: string; readonly site: string } | undefined {
  if (!userAgent.startsWith(product) || userAgent.length > longest) return undefined;
  const [version = '', address = ''] = userAgent.slice(product.length).split('; ');
  if (!/^\d[\w.-]*$/.test(version)) return undefined;
  return { plugin_version: version, site: siteOf(address) };
}

/** The address without user, password and query; empty if it is none. */
function siteOf(address: string): string {
  if (!URL.canParse(address)) return '';
  const { protocol, host, pathname } = new URL(address);
  if (!/^https?:$/.test(protocol)) return '';
  return `${protocol}//${host}${pathname === '/' ? '' : pathname}`;
}

/** Notes which sites call, and with which version of the plugin. No call waits for it. */
export type NoteSite = (ownerId: string, userAgent: string) => void;

/** Writes each site once a day and process, and again when its plugin has another version. */
export function createSiteRecorder(
  store: Pick<ClientSites, 'noteSite'>,
  { failed }: Pick<BackgroundWrites, 'failed'>,
): NoteSite {
  const noted = new LRUCache<string, string>({ max: 10_000 });
  return (ownerId, userAgent) => {
    const day = today();
    const id = `${ownerId} ${userAgent}`;
    if (noted.get(id) === day) return;
    const plugin = readPlugin(userAgent);
    if (!plugin) return;
    noted.set(id, day);
    store.noteSite({ owner_id: ownerId, ...plugin, last_seen_day: day }).catch((error: unknown) => {
      noted.delete(id);
      failed('client_sites', error);
    });
  };
}
