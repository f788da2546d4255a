import type { ResponseCache, CacheEntry } from '../interfaces/storage-backend.ts';
import type { Database } from './database.ts';

/**
 * The maximum number of entries in the table. Beyond it, those that would expire first are removed.
 */
const defaultMaxEntries = 1_000_000;

/**
 * Caches responses in the database, for all processes, by the clock of the database. Released
 * versions gave the table and its columns their names: an entry's value is `answer`, and it was put
 * there at `kept_at`.
 */
export function responseCacheIn(database: Database): ResponseCache {
  return {
    async find(userId, key) {
      const [found] = await database.query<CacheEntry>(
        `SELECT answer AS value,
           greatest(0, floor(extract(epoch FROM now() - kept_at)))::bigint AS "ageSeconds"
         FROM cached_answers WHERE user_id = $1 AND key = $2 AND expires_at > now()`,
        [userId, key],
      );
      return found;
    },

    async put(userId, key, value, ttlSeconds) {
      await database.query(
        `INSERT INTO cached_answers (user_id, key, answer, kept_at, expires_at)
         SELECT user_id, $2, $3, now(), now() + make_interval(secs => $4)
         FROM accounts WHERE user_id = $1
         ON CONFLICT (user_id, key) DO UPDATE SET
           answer = excluded.answer,
           kept_at = excluded.kept_at,
           expires_at = excluded.expires_at`,
        [userId, key, value, ttlSeconds],
      );
    },
  };
}

/**
 * Removes entries that have expired or are too many, at most `limit` of them. Those that another
 * process is removing or replacing are skipped.
 * @returns how many were removed
 */
export async function removeOldCacheEntries(
  database: Database,
  limit: number,
  maxEntries = defaultMaxEntries,
): Promise<number> {
  const removed = await database.query(
    `WITH last AS (
       SELECT expires_at FROM cached_answers ORDER BY expires_at DESC OFFSET $1 LIMIT 1
     ), old AS MATERIALIZED (
       SELECT user_id, key FROM cached_answers
       WHERE expires_at <= greatest(now(), (SELECT expires_at FROM last))
       ORDER BY expires_at LIMIT $2 FOR UPDATE SKIP LOCKED
     )
     DELETE FROM cached_answers USING old
     WHERE cached_answers.user_id = old.user_id AND cached_answers.key = old.key
     RETURNING 1`,
    [maxEntries, limit],
  );
  return removed.length;
}
