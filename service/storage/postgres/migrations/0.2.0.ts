/* The changes of release 0.2.0. */

/** What users prove besides the password, as `SecondFactor`; null for nothing. */
export const secondFactors = `ALTER TABLE logins ADD COLUMN second_factor jsonb;`;

/**
 * What is measured for the charts of the dashboard, added up by step of time. Not logged: a crash of
 * the server costs the charts of a day.
 */
export const measurements = `
  CREATE UNLOGGED TABLE measurements (
    seconds integer NOT NULL,
    at timestamptz NOT NULL,
    name text COLLATE "C" NOT NULL,
    amount bigint NOT NULL,
    PRIMARY KEY (seconds, at, name)
  );
`;

/** When operators were last told of a problem, and whether it lasts, by its cause. */
export const alerts = `
  CREATE TABLE alerts (
    cause text COLLATE "C" PRIMARY KEY,
    sent_at timestamptz NOT NULL,
    is_open boolean NOT NULL
  );
`;

/** How many calls an owner may make a day, and how many were counted, by day (UTC) and scope. */
export const dailyLimits = `
  ALTER TABLE accounts ADD COLUMN daily_calls_max bigint CHECK (daily_calls_max >= 1);

  CREATE TABLE call_counts (
    day date NOT NULL,
    scope text COLLATE "C" NOT NULL,
    calls bigint NOT NULL,
    PRIMARY KEY (day, scope)
  );
`;

/** The only user that a key works for; null for all users of its owner. */
export const keysOfUsers = `ALTER TABLE api_keys ADD COLUMN user_id text COLLATE "C";`;

/**
 * Values that a browser brings back once to sign in, by their hashes. Not logged: after a crash of the
 * server, people start again.
 */
export const challenges = `
  CREATE UNLOGGED TABLE challenges (
    hash text COLLATE "C" PRIMARY KEY,
    expires_at timestamptz NOT NULL
  );

  CREATE INDEX ON challenges (expires_at);
`;
