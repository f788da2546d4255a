import type { CreditLedger, JoinedCalls } from '../interfaces/credit-ledger.ts';
import type { Database } from './database.ts';

/** How many accounts one statement is for. */
const accountsAtOnce = 1_000;

/** How many entries it joins at most, so that it takes a second or so. */
const entriesAtOnce = 20_000;

/** The names of entries that stand for calls of a day, or of a month. */
export const isJoined = `reason = 'call' AND id LIKE 'calls-%'`;

/**
 * Joins some of the old calls of some accounts. Values: the accounts, the time from which on calls
 * stay, the time before which they are joined by month, how many at most. Returns how many there
 * were and how many entries they have become.
 *
 * Accounts are locked before their entries, as everywhere, against nothing but their removal: calls
 * go on meanwhile. What another statement like this one joins at the same time is skipped, and an
 * entry that is there already is added to. Entries are found again by their place in the table: by
 * their key, PostgreSQL would rather read the whole table for so many.
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

/** The part of the store that joins old calls. */
export function joinCallsIn(database: Database): CreditLedger['joinCalls'] {
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
        // A database that is busy may take longer than a statement of a call may.
        const [some] = await database.longTransaction((query) =>
          query<JoinedCalls>(joinSome, [ids, ...values, entriesAtOnce]),
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
