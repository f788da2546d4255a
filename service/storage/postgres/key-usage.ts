import { keyUsageDays, type KeyUsage, type KeyUsageLog } from '../interfaces/key-usage.ts';
import type { Database } from './database.ts';

/** The columns of a `KeyUsage`. */
export const keyUsageColumns = 'owner_id, key_id, day, calls';

/** The part of the store that keeps the usage of API keys by day. */
export function keyUsageMethods(database: Database): KeyUsageLog {
  return {
    async addKeyUsage({ owner_id, key_id, day, calls }) {
      await database.queryOnce(
        `INSERT INTO key_usage (${keyUsageColumns})
         SELECT owner_id, id, $3::date, $4::bigint FROM api_keys WHERE owner_id = $1 AND id = $2
         ON CONFLICT (owner_id, key_id, day) DO UPDATE SET calls = key_usage.calls + excluded.calls`,
        [owner_id, key_id, day, calls],
      );
    },

    listKeyUsage(ownerId) {
      return database.query<KeyUsage>(
        `SELECT ${keyUsageColumns} FROM key_usage WHERE owner_id = $1
           AND day >= coalesce(
             (SELECT max(day) FROM key_usage WHERE owner_id = $1 AND day <= current_date), day
           ) - $2::integer
         ORDER BY day DESC, key_id`,
        [ownerId, keyUsageDays],
      );
    },
  };
}

/** Removes days that no list shows any more, at most `limit` of them, and returns how many. */
export async function removeOldKeyUsage(database: Database, limit: number): Promise<number> {
  const removed = await database.query(
    `WITH old AS MATERIALIZED (
       SELECT owner_id, key_id, day FROM key_usage WHERE day < current_date - $1::integer
       LIMIT $2 FOR UPDATE SKIP LOCKED
     )
     DELETE FROM key_usage USING old
     WHERE key_usage.owner_id = old.owner_id AND key_usage.key_id = old.key_id
       AND key_usage.day = old.day
     RETURNING 1`,
    [keyUsageDays, limit],
  );
  return removed.length;
}
