/**
 * Accounts, their keys, the ledger and usage. Everything that belongs to a user has `user_id` first
 * in its primary key, and no number is drawn from a sequence, so that a distributed PostgreSQL can
 * keep each user's rows together and spread the users.
 *
 * A reservation is an entry with `expires_at`, and settling it sets that to null. So the primary key
 * keeps an id from being used twice, reserved or settled, and a balance is at any moment the sum of
 * all entries of its account.
 */
export const accounts = `
  CREATE TABLE accounts (
    user_id text COLLATE "C" PRIMARY KEY,
    owner_id text COLLATE "C" NOT NULL,
    plan_type text NOT NULL,
    credits_available bigint NOT NULL
      CHECK (credits_available BETWEEN 0 AND 9007199254740991),
    monthly_allowance bigint CHECK (monthly_allowance >= 0),
    allowance_month text
  );
  CREATE INDEX accounts_of_owner ON accounts (owner_id, user_id);

  CREATE TABLE api_keys (
    hash text PRIMARY KEY,
    id text NOT NULL,
    owner_id text COLLATE "C" NOT NULL,
    name text NOT NULL,
    last4 text NOT NULL,
    created_at timestamptz NOT NULL,
    last_used_at timestamptz,
    revoked_at timestamptz
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
`;
