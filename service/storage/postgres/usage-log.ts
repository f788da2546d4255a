import { keyUsageDays, type KeyUsage, type KeyUsageLog } from '../interfaces/api-keys.ts';
import type { CreditLedger, RolledUpCalls } from '../interfaces/credit-ledger.ts';
import {
  callsKept,
  type CallLog,
  type CallRecord,
  type DailyUsage,
  type UsageLog,
} from '../interfaces/usage-log.ts';
import type { AccountRanking, RankedAccount } from '../interfaces/ranking.ts';
import { enoughDays, usageDays } from '../usage-days.ts';
import { accountColumns } from './accounts.ts';
import type { Database } from './database.ts';

/** The columns of a `KeyUsage`. */
export const keyUsageColumns = 'owner_id, key_id, day, calls';

/** The part of the store for the usage of API keys by day. */
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

/** The columns of a `CallRecord`. */
export const callColumns =
  'user_id, request_id, at, outcome, language, provider, model, ms, credits';

/**
 * Adds calls of a user, and removes the oldest beyond the limit. The account is locked first, as
 * everywhere, which waits for its removal. A call that already exists is not changed. Values: user,
 * calls as JSON, how many to keep.
 */
const addCalls = `
  WITH account AS MATERIALIZED (
    SELECT user_id FROM accounts WHERE user_id = $1 FOR KEY SHARE
  ), too_many AS (
    SELECT calls.user_id, at, request_id FROM calls JOIN account USING (user_id)
    WHERE calls.user_id = $1 ORDER BY at DESC, request_id DESC OFFSET $3
  ), old AS MATERIALIZED (
    SELECT user_id, at, request_id FROM calls JOIN too_many USING (user_id, at, request_id)
    WHERE user_id = $1 FOR UPDATE OF calls SKIP LOCKED
  ), removed AS (
    DELETE FROM calls USING old
    WHERE calls.user_id = $1 AND calls.at = old.at AND calls.request_id = old.request_id
  )
  INSERT INTO calls (${callColumns})
  SELECT ${callColumns} FROM json_populate_recordset(NULL::calls, $2) JOIN account USING (user_id)
  ON CONFLICT DO NOTHING`;

/** The part of the store for the newest calls. */
export function callMethods(database: Database): CallLog {
  return {
    async addCalls(calls) {
      for (const userId of new Set(calls.map(({ user_id }) => user_id))) {
        const ofUser = calls.filter(({ user_id }) => user_id === userId);
        await database.query(addCalls, [userId, JSON.stringify(ofUser), callsKept]);
      }
    },

    listCalls(userId) {
      return database.query<CallRecord>(
        `SELECT ${callColumns} FROM calls WHERE user_id = $1
         ORDER BY at DESC, request_id DESC LIMIT $2`,
        [userId, callsKept],
      );
    },
  };
}

/** The number of accounts per statement. */
const accountsAtOnce = 1_000;

/** The maximum number of entries that it joins, which takes about a second. */
const entriesAtOnce = 20_000;

/** The ids of entries that join calls of a day, or of a month. */
export const isJoined = `reason = 'call' AND id LIKE 'calls-%'`;

/**
 * Joins some of the old calls of some accounts. Values: the accounts, the time from which calls are
 * kept, the time before which they are joined by month, the maximum number. Returns how many were
 * joined, and how many entries were made.
 *
 * Accounts are locked before their entries, as everywhere, but only against removal: calls continue
 * meanwhile. Entries that another statement like this one is joining are skipped, and an existing
 * joined entry is added to. Entries are found again by their position in the table: by their key,
 * PostgreSQL would read the whole table for so many.
 */
const joinSome = `
  WITH old AS MATERIALIZED (
    SELECT owner.user_id, calls.place FROM unnest($1::text[]) AS owner(user_id) CROSS JOIN LATERAL (
      SELECT ctid AS place FROM entries
      WHERE entries.user_id = owner.user_id AND at < $2::timestamptz
        AND reason = 'call' AND expires_at IS NULL
        AND (id NOT LIKE 'calls-%' OR (id LIKE 'calls-____-__-__' AND at < $3::timestamptz))
      ORDER BY at LIMIT $4
    ) AS calls LIMIT $4
  ), account AS MATERIALIZED (
    SELECT user_id FROM accounts WHERE user_id IN (SELECT user_id FROM old)
    ORDER BY user_id FOR KEY SHARE
  ), gone AS (
    DELETE FROM entries USING old JOIN account USING (user_id)
    WHERE entries.ctid = old.place
    RETURNING entries.user_id, entries.credits, entries.at,
      'calls-' || to_char(entries.at AT TIME ZONE 'UTC',
        CASE WHEN entries.at < $3::timestamptz THEN 'YYYY-MM' ELSE 'YYYY-MM-DD' END) AS joined_id
  ), joined AS (
    INSERT INTO entries (user_id, id, credits, reason, at)
    SELECT user_id, joined_id, sum(credits), 'call', max(at) FROM gone GROUP BY user_id, joined_id
    ON CONFLICT (user_id, id) DO UPDATE SET
      credits = entries.credits + excluded.credits, at = greatest(entries.at, excluded.at)
    RETURNING (xmax = 0) AS is_new
  )
  SELECT (SELECT count(*) FROM gone) AS calls,
    (SELECT count(*) FROM joined WHERE is_new) AS entries`;

/** The part of the store for joining old calls. */
export function rollUpCallsIn(database: Database): CreditLedger['rollUpCalls'] {
  return async (before) => {
    const values = [`${before}T00:00:00Z`, `${monthAYearBefore(before)}-01T00:00:00Z`];
    const total = { calls: 0, entries: 0 };
    for (let last = ''; ;) {
      const users = await database.query<{ user_id: string }>(
        'SELECT user_id FROM accounts WHERE user_id > $1 ORDER BY user_id LIMIT $2',
        [last, accountsAtOnce],
      );
      const ids = users.map(({ user_id }) => user_id);
      for (let calls = Infinity; ids.length > 0 && calls > 0;) {
        // A busy database may take longer than the time-out for a call's statement.
        const [some] = await database.longTransaction((query) =>
          query<RolledUpCalls>(joinSome, [ids, ...values, entriesAtOnce]),
        );
        calls = some?.calls ?? 0;
        total.calls += calls;
        total.entries += some?.entries ?? 0;
      }
      last = ids.at(-1) ?? '';
      if (ids.length < accountsAtOnce) return total;
    }
  };
}

/** The month a year before a day: `2025-11` for `2026-11-20`. */
function monthAYearBefore(day: string): string {
  return `${Number(day.slice(0, 4)) - 1}${day.slice(4, 7)}`;
}

/** The columns of a `DailyUsage`. */
export const usageColumns = 'user_id, day, calls, failures, fallbacks, cached, credits';

const sums = `sum(calls)::bigint AS calls, sum(failures)::bigint AS failures,
  sum(fallbacks)::bigint AS fallbacks, sum(cached)::bigint AS cached, sum(credits)::bigint AS credits`;

/** The part of the store for usage by user and day. */
export function usageMethods(database: Database): UsageLog & AccountRanking {
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

    rankAccounts({ by, sinceDay, untilDay, exceptPlan, ownerId = null, limit, offset = 0 }) {
      const isOutlook = by === 'outlook';
      const ofOwner = 'AND user_id IN (SELECT user_id FROM accounts WHERE owner_id = $3)';
      return database.query<RankedAccount>(
        `SELECT ${accountColumns}, calls, failures, fallbacks, cached, credits, first_day, spending_days
         FROM (
           SELECT user_id, ${sums}, min(day) AS first_day,
             count(*) FILTER (WHERE daily_usage.credits > 0) AS spending_days FROM daily_usage
           WHERE day BETWEEN $1::date AND $2::date ${ownerId === null ? '' : ofOwner}
           GROUP BY user_id
         ) AS used JOIN accounts USING (user_id)
         WHERE ($3::text IS NULL OR owner_id = $3)
         AND ($4 <> 'outlook' OR (spending_days >= $8 AND lower(plan_type) <> $5))
         ORDER BY ${
           isOutlook
             ? 'credits_available * ($2::date - first_day + 1)::numeric / credits'
             : `${by} DESC`
         }, user_id
         LIMIT $6 OFFSET $7`,
        [sinceDay, untilDay, ownerId, by, exceptPlan, limit, offset, enoughDays],
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
 * Removes days that no list shows any more, at most `limit` of them, and returns how many. Days
 * that another statement is changing, for example by removing an account, are skipped.
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
