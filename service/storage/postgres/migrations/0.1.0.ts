/**
 * The tables of release 0.1.0. Everything that belongs to a user has `user_id` first in its primary
 * key, and no number is drawn from a sequence, so that a distributed PostgreSQL can keep each user's
 * rows together and spread the users.
 */

/**
 * Accounts, their keys, the ledger and usage.
 *
 * A reservation is an entry with `expires_at`, and settling it sets that to null. So the primary key
 * keeps an id from being used twice, reserved or settled, and a balance is at any moment the sum of
 * all entries of its account.
 */
const accounts = `
  CREATE TABLE accounts (
    user_id text COLLATE "C" PRIMARY KEY,
    owner_id text COLLATE "C" NOT NULL,
    plan_type text NOT NULL,
    credits_available bigint NOT NULL
      CHECK (credits_available BETWEEN 0 AND 9007199254740991),
    monthly_allowance bigint CHECK (monthly_allowance >= 0),
    allowance_month text,
    suspended_at timestamptz
  );
  CREATE INDEX accounts_of_owner ON accounts (owner_id, user_id);
  CREATE INDEX accounts_that_own ON accounts ((owner_id = user_id), user_id);

  CREATE TABLE api_keys (
    hash text PRIMARY KEY,
    id text NOT NULL,
    owner_id text COLLATE "C" NOT NULL,
    name text NOT NULL,
    last4 text NOT NULL,
    created_at timestamptz NOT NULL,
    last_used_at timestamptz,
    revoked_at timestamptz,
    expires_at timestamptz
  );
  CREATE INDEX api_keys_of_owner ON api_keys (owner_id);
  CREATE INDEX api_keys_by_id ON api_keys (id);

  CREATE TABLE entries (
    user_id text COLLATE "C" NOT NULL REFERENCES accounts ON DELETE CASCADE,
    id text NOT NULL,
    credits bigint NOT NULL,
    reason text NOT NULL,
    request_id text,
    at timestamptz NOT NULL,
    expires_at timestamptz,
    actor text,
    note text,
    PRIMARY KEY (user_id, id)
  );
  CREATE INDEX entries_by_time ON entries (user_id, at);
  CREATE INDEX entries_reserved ON entries (expires_at) WHERE expires_at IS NOT NULL;

  CREATE TABLE daily_usage (
    user_id text COLLATE "C" NOT NULL REFERENCES accounts ON DELETE CASCADE,
    day date NOT NULL,
    calls bigint NOT NULL,
    failures bigint NOT NULL,
    fallbacks bigint NOT NULL,
    cached bigint NOT NULL,
    credits bigint NOT NULL,
    PRIMARY KEY (user_id, day)
  );
  CREATE INDEX daily_usage_by_day ON daily_usage (day);

  CREATE TABLE key_usage (
    owner_id text COLLATE "C" NOT NULL REFERENCES accounts ON DELETE CASCADE,
    key_id text NOT NULL,
    day date NOT NULL,
    calls bigint NOT NULL,
    PRIMARY KEY (owner_id, key_id, day)
  );
  CREATE INDEX key_usage_by_day ON key_usage (day);

  CREATE TABLE calls (
    user_id text COLLATE "C" NOT NULL REFERENCES accounts ON DELETE CASCADE,
    at timestamptz NOT NULL,
    request_id text NOT NULL,
    outcome text NOT NULL,
    language text NOT NULL,
    provider text,
    model text,
    ms bigint NOT NULL,
    credits bigint NOT NULL,
    PRIMARY KEY (user_id, at, request_id)
  );
`;

/**
 * Idempotency keys and what their calls responded. A key is its owner's, whichever user it is used
 * for, so the owner is first in the primary key.
 */
const idempotencyKeys = `
  CREATE TABLE idempotency_keys (
    owner_id text COLLATE "C" NOT NULL,
    key text NOT NULL,
    fingerprint text NOT NULL,
    user_id text COLLATE "C" NOT NULL REFERENCES accounts ON DELETE CASCADE,
    call_id text NOT NULL,
    answer text,
    expires_at timestamptz NOT NULL,
    PRIMARY KEY (owner_id, key)
  );
  CREATE INDEX idempotency_keys_of_user ON idempotency_keys (user_id);
  CREATE INDEX idempotency_keys_by_expiry ON idempotency_keys (expires_at);
`;

/** Responses, cached for a while: the same request need not go to a provider again. */
const responseCache = `
  CREATE TABLE cached_answers (
    user_id text COLLATE "C" NOT NULL REFERENCES accounts ON DELETE CASCADE,
    key text NOT NULL,
    answer text NOT NULL,
    kept_at timestamptz NOT NULL,
    expires_at timestamptz NOT NULL,
    PRIMARY KEY (user_id, key)
  );
  CREATE INDEX cached_answers_by_expiry ON cached_answers (expires_at);
`;

/**
 * Requests that were counted, as the library `rate-limiter-flexible` has them: it names no columns,
 * so their order counts, and `expire` is in milliseconds since the epoch. Not logged: a crash of the
 * server costs the counts of a minute, and no call waits for them to reach the disk.
 */
const rateLimits = `
  CREATE UNLOGGED TABLE rate_limits (
    key text COLLATE "C" PRIMARY KEY,
    points integer NOT NULL,
    expire bigint NOT NULL
  );
  CREATE INDEX rate_limits_by_expiry ON rate_limits (expire);
`;

/**
 * Who may sign in to the dashboard, their sessions, the links that let them in for the first time,
 * and who changed what. There is one link at most of each purpose for each user; a link without a
 * user is for the first operator.
 */
const dashboard = `
  CREATE TABLE logins (
    user_id text COLLATE "C" PRIMARY KEY,
    is_operator boolean NOT NULL,
    password_hash text,
    created_at timestamptz NOT NULL
  );
  CREATE INDEX logins_of_operators ON logins (user_id) WHERE is_operator;

  CREATE TABLE one_time_links (
    token_hash text PRIMARY KEY,
    purpose text NOT NULL,
    user_id text COLLATE "C",
    created_at timestamptz NOT NULL,
    expires_at timestamptz NOT NULL
  );
  CREATE UNIQUE INDEX one_time_links_of_user ON one_time_links (coalesce(user_id, ''), purpose);
  CREATE INDEX one_time_links_by_expiry ON one_time_links (expires_at);

  CREATE TABLE sessions (
    id_hash text PRIMARY KEY,
    user_id text COLLATE "C" NOT NULL REFERENCES logins ON DELETE CASCADE,
    created_at timestamptz NOT NULL,
    last_seen_at timestamptz NOT NULL,
    user_agent text NOT NULL
  );
  CREATE INDEX sessions_of_user ON sessions (user_id);
  CREATE INDEX sessions_by_last_seen ON sessions (last_seen_at);
  CREATE INDEX sessions_by_age ON sessions (created_at);

  CREATE TABLE changes (
    id text COLLATE "C" PRIMARY KEY,
    at timestamptz NOT NULL,
    actor text NOT NULL,
    action text NOT NULL,
    user_id text COLLATE "C",
    details jsonb NOT NULL
  );
  CREATE INDEX changes_by_time ON changes (at, id);
`;

export const tablesOf010 = [accounts, idempotencyKeys, responseCache, rateLimits, dashboard].join(
  '',
);
