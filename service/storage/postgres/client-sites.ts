import {
  siteDays,
  sitesOfOwner,
  type ClientSite,
  type ClientSites,
} from '../interfaces/client-sites.ts';
import type { Database } from './database.ts';

/** The columns of a `ClientSite`. */
export const siteColumns = 'owner_id, site, plugin_version, last_seen_day';

/** The part of the store for sites. */
export function siteMethods(database: Database): ClientSites {
  return {
    async noteSite({ owner_id, site, plugin_version, last_seen_day }) {
      await database.transaction(async (query) => {
        await query(
          `INSERT INTO sites (${siteColumns})
           SELECT user_id, $2, $3, $4::date FROM accounts WHERE user_id = $1
           ON CONFLICT (owner_id, site) DO UPDATE SET
             plugin_version = excluded.plugin_version, last_seen_day = excluded.last_seen_day`,
          [owner_id, site, plugin_version, last_seen_day],
        );
        await query(
          `WITH too_many AS (
             SELECT site FROM sites WHERE owner_id = $1 AND site <> $2
             ORDER BY last_seen_day DESC, site OFFSET $3
           ), old AS MATERIALIZED (
             SELECT site FROM sites JOIN too_many USING (site)
             WHERE owner_id = $1 FOR UPDATE OF sites SKIP LOCKED
           )
           DELETE FROM sites USING old WHERE owner_id = $1 AND sites.site = old.site`,
          [owner_id, site, sitesOfOwner - 1],
        );
      });
    },

    listSites({ ownerId = null, sinceDay, exceptVersion = null, limit, offset }) {
      return database.query<ClientSite>(
        `SELECT ${siteColumns} FROM sites
         WHERE last_seen_day >= $1::date AND plugin_version IS DISTINCT FROM $2
           AND ($3::text IS NULL OR owner_id = $3)
         ORDER BY owner_id, site LIMIT $4 OFFSET $5`,
        [sinceDay, exceptVersion, ownerId, limit, offset],
      );
    },
  };
}

/** Removes sites that no list shows any more, at most `limit` of them, and returns how many. */
export async function removeOldSites(database: Database, limit: number): Promise<number> {
  const removed = await database.query(
    `DELETE FROM sites WHERE (owner_id, site) IN (
       SELECT owner_id, site FROM sites WHERE last_seen_day < current_date - $1::integer
       LIMIT $2 FOR UPDATE SKIP LOCKED
     ) RETURNING 1`,
    [siteDays, limit],
  );
  return removed.length;
}
