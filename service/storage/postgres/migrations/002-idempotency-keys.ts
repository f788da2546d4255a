/**
 * Idempotency keys and what their calls responded. A key is its owner's, whichever user it is used
 * for, so the owner is first in the primary key.
 */
export const idempotencyKeys = `
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
