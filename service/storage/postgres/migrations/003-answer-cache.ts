/** Answers that are kept for a while, so that what is asked for again need not be asked anew. */
export const answerCache = `
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
