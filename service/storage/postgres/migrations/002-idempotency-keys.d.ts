/**
 * Idempotency keys and what their calls responded. A key is its owner's, whichever user it is used
 * for, so the owner is first in the primary key.
 */
export declare const idempotencyKeys = "\n  CREATE TABLE idempotency_keys (\n    owner_id text COLLATE \"C\" NOT NULL,\n    key text NOT NULL,\n    fingerprint text NOT NULL,\n    user_id text COLLATE \"C\" NOT NULL REFERENCES accounts ON DELETE CASCADE,\n    call_id text NOT NULL,\n    answer text,\n    expires_at timestamptz NOT NULL,\n    PRIMARY KEY (owner_id, key)\n  );\n  CREATE INDEX idempotency_keys_of_user ON idempotency_keys (user_id);\n  CREATE INDEX idempotency_keys_by_expiry ON idempotency_keys (expires_at);\n";
