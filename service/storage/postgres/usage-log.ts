import type { DailyUsage, UsageLog } from '../interfaces/usage-log.ts';
import { usageDays } from '../usage-days.ts';
import type { Database } from './database.ts';

/** The columns of a `DailyUsage`. */
export const usageColumns = 'user_id, day, calls, failures, fallbacks, cached, credits';

const sums = `sum(calls)::bigint AS calls, sum(failures)::bigint AS failures,
  sum(fallbacks)::bigint AS fallbacks, sum(cached)::bigint AS cached, sum(credits)::bigint AS credits`;

/** The part of the store that keeps usage by user and day. */
export function usageMethods(database: Database): UsageLog {
  return {
    async addUsage({ user_id, day, calls, failures, fallbacks, cached, credits }) {
      await database.queryOnce(
        `INSERT INTO daily_usage (${usageColumns})
         SELECT user_id, $2::date, $3::bigint, $4::bigint, $5::bigint, $6::bigint, $7::bigint
         FROM accounts WHERE user_id = $1
         ON CONFLICT (user_id, day) DO UPDATE SET
           calls = daily_usage.calls + excluded.calls,
           failures = daily_usage.failures + excluded.failures,
           fallbacks = daily_usage.fallbacks + excluded.fallbacks,
           cached = daily_usage.cached + excluded.cached,
           credits = daily_usage.credits + excluded.credits`,
        [user_id, day, calls, failures, fallbacks, cached, credits],
      );
    },

    listUsage(userId) {
      return database.query<DailyUsage>(
        `SELECT ${usageColumns} FROM daily_usage WHERE user_id = $1
           AND day >= coalesce(
             (SELECT max(day) FROM daily_usage WHERE user_id = $1 AND day <= current_date), day
           ) - $2::integer
         ORDER BY day DESC`,
        [userId, usageDays],
      );
    },

    listOwnerUsage(ownerId, sinceDay) {
      return database.query<DailyUsage>(
        `SELECT owner_id AS user_id, day, ${sums}
         FROM accounts JOIN daily_usage USING (user_id)
         WHERE owner_id = $1 AND day >= $2::date
         GROUP BY owner_id, day ORDER BY day DESC`,
        [ownerId, sinceDay],
      );
    },

    listTotalUsage(sinceDay) {
      return database.query<Omit<DailyUsage, 'user_id'>>(
        `SELECT day, ${sums} FROM daily_usage WHERE day >= $1::date GROUP BY day ORDER BY day DESC`,
        [sinceDay],
      );
    },

    async usageOfUsers(userIds, sinceDay) {
      const users = await database.query<{ user_id: string; calls: number }>(
        `SELECT user_id, sum(calls)::bigint AS calls FROM daily_usage
         WHERE user_id = ANY($1) AND day >= $2::date GROUP BY user_id`,
        [userIds, sinceDay],
      );
      return new Map(users.map(({ user_id, calls }) => [user_id, calls]));
    },
  };
}

/**
 * Removes days that no list shows any more, at most `limit` of them, and returns how many. Those
 * that others are changing, for example by removing an account, are left to them.
 */
export async function removeOldUsage(database: Database, limit: number): Promise<number> {
  const removed = await database.query(
    `WITH old AS MATERIALIZED (
       SELECT user_id, day FROM daily_usage WHERE day < current_date - $1::integer
       LIMIT $2 FOR UPDATE SKIP LOCKED
     )
     DELETE FROM daily_usage USING old
     WHERE daily_usage.user_id = old.user_id AND daily_usage.day = old.day
     RETURNING 1`,
    [usageDays, limit],
  );
  return removed.length;
}
