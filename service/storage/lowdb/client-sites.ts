import { sitesOfOwner, type ClientSite, type ClientSites } from '../interfaces/client-sites.ts';
import type { StoredAccount } from './shard-data.ts';
import type { Shards } from './shard-files.ts';

/** The sites of an owner, in the form of the interface. */
export function sitesOf({ user_id: owner_id, sites = [] }: StoredAccount): ClientSite[] {
  return sites.map((site) => ({ owner_id, ...site }));
}

/** The part of the store for sites, which are stored in their owner's account. */
export function siteMethods(shards: Shards): ClientSites {
  return {
    async noteSite({ owner_id, ...added }) {
      await shards.change(owner_id, (owner) => {
        const others = (owner.sites ?? []).filter(({ site }) => site !== added.site);
        others.sort((a, b) => (a.last_seen_day > b.last_seen_day ? -1 : 1));
        return { ...owner, sites: [added, ...others.slice(0, sitesOfOwner - 1)] };
      });
    },

    listSites({ ownerId, sinceDay, exceptVersion, limit, offset }) {
      const sites = [...shards.all()]
        .filter(({ user_id: id }) => ownerId === undefined || id === ownerId)
        .flatMap(sitesOf)
        .filter((one) => one.last_seen_day >= sinceDay && one.plugin_version !== exceptVersion)
        .sort((a, b) => compare(a.owner_id, b.owner_id) || compare(a.site, b.site));
      return Promise.resolve(sites.slice(offset, offset + limit));
    },
  };
}

function compare(a: string, b: string): number {
  return a < b ? -1 : Number(a > b);
}
