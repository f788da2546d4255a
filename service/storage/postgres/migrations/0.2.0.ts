/*
 * The changes of release 0.2.0. Development versions made them one by one, so each is left out where
 * it was made.
 */

/** What users prove besides the password, as `SecondFactor`; null for nothing. */
const secondFactors = `
  ALTER TABLE logins ADD COLUMN IF NOT EXISTS second_factor jsonb;
`;

/**
 * What is measured for the charts of the dashboard, added up by step of time. Not logged: a crash of
 * the server costs the charts of a day.
 */
const measurements = `
  CREATE UNLOGGED TABLE IF NOT EXISTS measurements (
    seconds integer NOT NULL,
    at timestamptz NOT NULL,
    name text COLLATE "C" NOT NULL,
    amount bigint NOT NULL,
    PRIMARY KEY (seconds, at, name)
  );
`;

/** When operators were last told of a problem, and whether it lasts, by its cause. */
const alerts = `
  CREATE TABLE IF NOT EXISTS alerts (
    cause text COLLATE "C" PRIMARY KEY,
    sent_at timestamptz NOT NULL,
    is_open boolean NOT NULL
  );
`;

/** How many calls an owner may make a day, and how many were counted, by day (UTC) and scope. */
const dailyLimits = `
  ALTER TABLE accounts
    ADD COLUMN IF NOT EXISTS daily_calls_max bigint CHECK (daily_calls_max >= 1);

  CREATE TABLE IF NOT EXISTS call_counts (
    day date NOT NULL,
    scope text COLLATE "C" NOT NULL,
    calls bigint NOT NULL,
    PRIMARY KEY (day, scope)
  );
`;

/** The only user that a key works for; null for all users of its owner. */
const keysOfUsers = `
  ALTER TABLE api_keys ADD COLUMN IF NOT EXISTS user_id text COLLATE "C";
`;

/**
 * Values that a browser brings back once to sign in, by their hashes. Not logged: after a crash of the
 * server, people start again.
 */
const challenges = `
  CREATE UNLOGGED TABLE IF NOT EXISTS challenges (
    hash text COLLATE "C" PRIMARY KEY,
    expires_at timestamptz NOT NULL
  );
  CREATE INDEX IF NOT EXISTS challenges_expires_at_idx ON challenges (expires_at);
`;

/** The sites of each owner, with the version of their plugin. */
const sites = `
  CREATE TABLE IF NOT EXISTS sites (
    owner_id text COLLATE "C" NOT NULL REFERENCES accounts ON DELETE CASCADE,
    site text COLLATE "C" NOT NULL,
    plugin_version text NOT NULL,
    last_seen_day date NOT NULL,
    PRIMARY KEY (owner_id, site)
  );
`;

export const changesOf020 = [
  secondFactors,
  measurements,
  alerts,
  dailyLimits,
  keysOfUsers,
  challenges,
  sites,
].join('');
