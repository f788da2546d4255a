import { accountColumns } from './accounts.ts';

/** An entry as the interface has it. */
export const entryColumns = 'id, user_id, credits, reason, request_id, at';

/*
 * Each statement is atomic by itself, and looks at what it changes in the same moment as it changes
 * it: of two that meet at one account, the second waits, then decides by what the first has left.
 */

/**
 * Changes a balance by an entry: user, id, credits, reason, request id, time, expiry, month. Answers
 * the account after it; nothing where the entry is there, the account is not or does not cover it,
 * or an allowance is to be given first (where a month is named). The row of the account is locked
 * before the entry is made; a twin that has overtaken this one makes the primary key refuse it, and
 * with it the whole statement, which is then done again.
 */
export const makeEntry = `
  WITH changed AS (
    UPDATE accounts SET credits_available = credits_available + $3::bigint
    WHERE user_id = $1 AND credits_available + $3::bigint >= 0
      AND ($8::text IS NULL OR monthly_allowance IS NULL OR allowance_month >= $8::text)
      AND NOT EXISTS (SELECT 1 FROM entries WHERE user_id = $1 AND id = $2)
    RETURNING ${accountColumns}
  ), made AS (
    INSERT INTO entries (user_id, id, credits, reason, request_id, at, expires_at)
    SELECT user_id, $2, $3::bigint, $4, $5, $6::timestamptz, $7::timestamptz FROM changed
  )
  SELECT ${accountColumns} FROM changed`;

/**
 * An account, whether an entry is there, and whether an allowance is to be given first: user, id,
 * month.
 */
export const lookAtAccount = `
  SELECT ${accountColumns},
    EXISTS (SELECT 1 FROM entries WHERE user_id = $1 AND id = $2) AS is_known,
    $3::text IS NOT NULL AND monthly_allowance IS NOT NULL
      AND (allowance_month IS NULL OR allowance_month < $3::text) AS is_due
  FROM accounts WHERE user_id = $1`;

/** Tops the balance up to the allowance of a month, once: user, month, time. */
export const giveAllowance = `
  WITH due AS (
    SELECT user_id, GREATEST(0, monthly_allowance - credits_available) AS credits FROM accounts
    WHERE user_id = $1 AND monthly_allowance IS NOT NULL
      AND (allowance_month IS NULL OR allowance_month < $2)
    FOR UPDATE
  ), made AS (
    INSERT INTO entries (user_id, id, credits, reason, at)
    SELECT user_id, 'plan-' || $2 || '-' || user_id, credits, 'plan', $3::timestamptz FROM due
    WHERE credits > 0
  )
  UPDATE accounts SET credits_available = credits_available + due.credits, allowance_month = $2
  FROM due WHERE accounts.user_id = due.user_id
  RETURNING accounts.user_id`;

/** Spends what is reserved: user, id, time. Answers a row where it did. */
export const settle = `
  UPDATE entries SET expires_at = NULL, at = $3::timestamptz
  WHERE user_id = $1 AND id = $2 AND expires_at IS NOT NULL
  RETURNING id`;

/**
 * The same, and keeps the answer of the call for 24 hours: user, id, time, owner, key, answer. The
 * reservation is locked first, so that one that is being released is not answered, and the key then
 * decides whether it is spent.
 */
export const settleAndKeep = `
  WITH reserved AS (
    SELECT user_id, id FROM entries WHERE user_id = $1 AND id = $2 AND expires_at IS NOT NULL
    FOR UPDATE
  ), kept AS (
    UPDATE idempotency_keys
    SET answer = $6, expires_at = $3::timestamptz + interval '24 hours'
    FROM reserved WHERE owner_id = $4 AND key = $5 AND call_id = reserved.id AND answer IS NULL
    RETURNING call_id
  )
  UPDATE entries SET expires_at = NULL, at = $3::timestamptz
  FROM kept WHERE user_id = $1 AND id = kept.call_id
  RETURNING id`;

/** Gives back what is reserved: user, id, and whether only when it has expired. */
export const release = `
  WITH gone AS (
    DELETE FROM entries WHERE user_id = $1 AND id = $2 AND expires_at IS NOT NULL
      AND (NOT $3::boolean OR expires_at < now())
    RETURNING user_id, credits
  )
  UPDATE accounts SET credits_available = credits_available - gone.credits
  FROM gone WHERE accounts.user_id = gone.user_id`;

/** The accounts whose balance is not the sum of their entries. */
export const imbalances = `
  SELECT * FROM (
    SELECT a.user_id,
      a.credits_available - coalesce(sum(e.credits) FILTER (WHERE e.expires_at IS NOT NULL), 0)::bigint
        AS balance,
      coalesce(sum(e.credits) FILTER (WHERE e.expires_at IS NULL), 0)::bigint AS entries
    FROM accounts a LEFT JOIN entries e ON e.user_id = a.user_id
    GROUP BY a.user_id, a.credits_available
  ) AS sums
  WHERE balance <> entries ORDER BY user_id`;
