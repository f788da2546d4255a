/** The columns of a `LedgerEntry`. */
export declare const entryColumns = "id, user_id, credits, reason, request_id, at";
/**
 * Changes a balance by an entry. Values: user, id, credits, reason, request id, time, expiry,
 * and, for a call, month and the month after it.
 *
 * Returns the account after it. Returns nothing where the entry is there already, where there is no
 * account or it does not cover the entry, or where (given a month) its allowance is to be added
 * first.
 *
 * The row of the account is locked before the entry is inserted. Where another statement inserts
 * the same entry meanwhile, the primary key refuses this one as a whole, and it is tried again.
 */
export declare const insertEntry = "\n  WITH changed AS (\n    UPDATE accounts SET credits_available = credits_available + $3::bigint\n    WHERE user_id = $1 AND credits_available + $3::bigint >= 0\n      AND ($8::text IS NULL OR monthly_allowance IS NULL\n        OR allowance_month BETWEEN $8::text AND $9::text)\n      AND NOT EXISTS (SELECT 1 FROM entries WHERE user_id = $1 AND id = $2)\n    RETURNING user_id, owner_id, plan_type, credits_available, monthly_allowance, allowance_month\n  ), made AS (\n    INSERT INTO entries (user_id, id, credits, reason, request_id, at, expires_at)\n    SELECT user_id, $2, $3::bigint, $4, $5, $6::timestamptz, $7::timestamptz FROM changed\n  )\n  SELECT user_id, owner_id, plan_type, credits_available, monthly_allowance, allowance_month FROM changed";
/**
 * Returns an account, and why `insertEntry` may have returned nothing: whether the entry is there,
 * and whether the allowance is to be added first. Values: user, id, month, next month.
 */
export declare const explainNoEntry = "\n  SELECT user_id, owner_id, plan_type, credits_available, monthly_allowance, allowance_month,\n    EXISTS (SELECT 1 FROM entries WHERE user_id = $1 AND id = $2) AS is_known,\n    $3::text IS NOT NULL AND monthly_allowance IS NOT NULL\n      AND (allowance_month BETWEEN $3::text AND $4::text) IS NOT TRUE AS is_due\n  FROM accounts WHERE user_id = $1";
/**
 * Tops the balance up to the allowance of a month where it is due. Where the month has its entry
 * already, it is not added a second time. Values: user, month, next month, time. Returns the account
 * after it, or nothing where nothing was due.
 */
export declare const addAllowance = "\n  WITH due AS (\n    SELECT user_id AS due_id, GREATEST(0, monthly_allowance - credits_available) AS missing\n    FROM accounts\n    WHERE user_id = $1 AND monthly_allowance IS NOT NULL\n      AND (allowance_month BETWEEN $2 AND $3) IS NOT TRUE\n    FOR NO KEY UPDATE\n  ), made AS (\n    INSERT INTO entries (user_id, id, credits, reason, at)\n    SELECT due_id, 'plan-' || $2 || '-' || due_id, missing, 'plan', $4::timestamptz FROM due\n    WHERE missing > 0\n    ON CONFLICT DO NOTHING RETURNING credits\n  )\n  UPDATE accounts\n  SET credits_available = credits_available + coalesce((SELECT credits FROM made), 0),\n    allowance_month = $2\n  FROM due WHERE user_id = due_id\n  RETURNING user_id, owner_id, plan_type, credits_available, monthly_allowance, allowance_month";
/** Spends what is reserved. Values: user, id, time. Returns a row where it did. */
export declare const settle = "\n  WITH account AS (\n    SELECT user_id FROM accounts WHERE user_id = $1 FOR KEY SHARE\n  )\n  UPDATE entries SET expires_at = NULL, at = $3::timestamptz\n  FROM account WHERE entries.user_id = account.user_id AND id = $2 AND expires_at IS NOT NULL\n  RETURNING id";
/**
 * Spends what is reserved, and records for 24 hours what the call responded. Values: user, id,
 * time, owner, key, response. Returns a row where it did.
 *
 * The reservation is locked first, so that nothing is recorded for one that is being released. It
 * is spent only where the key is still the call's.
 */
export declare const settleWithRecord = "\n  WITH account AS (\n    SELECT user_id FROM accounts WHERE user_id = $1 FOR KEY SHARE\n  ), reserved AS (\n    SELECT entries.user_id, id FROM entries JOIN account USING (user_id)\n    WHERE id = $2 AND expires_at IS NOT NULL\n    FOR UPDATE OF entries\n  ), recorded AS (\n    UPDATE idempotency_keys\n    SET answer = $6, expires_at = $3::timestamptz + interval '24 hours'\n    FROM reserved WHERE owner_id = $4 AND key = $5 AND call_id = reserved.id AND answer IS NULL\n    RETURNING call_id\n  )\n  UPDATE entries SET expires_at = NULL, at = $3::timestamptz\n  FROM recorded WHERE user_id = $1 AND id = recorded.call_id\n  RETURNING id";
/** Refunds what is reserved. Values: user, id, and whether only when it has expired. */
export declare const release = "\n  WITH account AS (\n    SELECT user_id FROM accounts WHERE user_id = $1 FOR NO KEY UPDATE\n  ), released AS (\n    DELETE FROM entries USING account\n    WHERE entries.user_id = account.user_id AND id = $2 AND expires_at IS NOT NULL\n      AND (NOT $3::boolean OR expires_at < now())\n    RETURNING entries.user_id, credits\n  )\n  UPDATE accounts SET credits_available = credits_available - released.credits\n  FROM released WHERE accounts.user_id = released.user_id";
/**
 * Takes back a call that is reserved or settled. Values: user, id, id of the correction, time.
 *
 * The account is locked before its entry, as everywhere. A statement that is settling the entry
 * meanwhile is waited for.
 */
export declare const takeBack = "\n  WITH account AS (\n    SELECT user_id FROM accounts WHERE user_id = $1 FOR NO KEY UPDATE\n  ), taken AS (\n    SELECT entries.user_id, id, credits, request_id, expires_at IS NULL AS is_settled\n    FROM entries JOIN account USING (user_id)\n    WHERE id = $2 FOR UPDATE OF entries\n  ), released AS (\n    DELETE FROM entries USING taken\n    WHERE entries.user_id = $1 AND entries.id = taken.id AND NOT taken.is_settled\n    RETURNING -entries.credits AS credits\n  ), corrected AS (\n    INSERT INTO entries (user_id, id, credits, reason, request_id, at)\n    SELECT user_id, $3, -credits, 'correction', request_id, $4::timestamptz FROM taken\n    WHERE is_settled\n    ON CONFLICT DO NOTHING RETURNING credits\n  ), forgotten AS (\n    DELETE FROM idempotency_keys USING taken\n    WHERE idempotency_keys.user_id = $1 AND call_id = taken.id\n  )\n  UPDATE accounts SET credits_available = credits_available + refund.credits\n  FROM (SELECT * FROM released UNION ALL SELECT * FROM corrected) AS refund\n  WHERE user_id = $1";
/** The accounts whose balance is not the sum of their entries. */
export declare const imbalances = "\n  SELECT * FROM (\n    SELECT a.user_id,\n      a.credits_available - coalesce(sum(e.credits) FILTER (WHERE e.expires_at IS NOT NULL), 0)::bigint\n        AS balance,\n      coalesce(sum(e.credits) FILTER (WHERE e.expires_at IS NULL), 0)::bigint AS entries\n    FROM accounts a LEFT JOIN entries e ON e.user_id = a.user_id\n    GROUP BY a.user_id, a.credits_available\n  ) AS sums\n  WHERE balance <> entries ORDER BY user_id";
