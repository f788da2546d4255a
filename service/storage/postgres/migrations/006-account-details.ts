/**
 * What owners and operators see and do in the dashboard: keys that expire, suspended owners, who
 * changed a balance and why, how keys are used, and the newest calls.
 */
export const accountDetails = `
  ALTER TABLE accounts ADD COLUMN suspended_at timestamptz;
  CREATE INDEX accounts_that_own ON accounts ((owner_id = user_id), user_id);

  ALTER TABLE api_keys ADD COLUMN expires_at timestamptz;

  ALTER TABLE entries ADD COLUMN actor text, ADD COLUMN note text;

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
