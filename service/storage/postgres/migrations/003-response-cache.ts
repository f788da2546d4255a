/** Responses, cached for a while: the same request need not go to a provider again. */
export const responseCache = `
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
