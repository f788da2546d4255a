/**
 * Who may sign in to the dashboard, their sessions, the links that let them in for the first time,
 * and who changed what. There is one link at most of each purpose for each user; a link without a
 * user is for the first operator.
 */
export const dashboard = `
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
