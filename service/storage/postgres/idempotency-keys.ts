import { StoreError } from '../interfaces/errors.ts';
import type { IdempotencyKeys, IdempotencyRecord } from '../interfaces/idempotency-keys.ts';
import type { Database } from './database.ts';

/** A key whose call has been answered. */
export const answeredKeyColumns =
  'owner_id, key, fingerprint, user_id, call_id, answer, expires_at';

/** How often a key may be lost to others and be free again before it is given up. */
const mostRounds = 100;

/**
 * Takes a key that is new, expired, or this call's already: owner, key, fingerprint, user, call,
 * expiry. Answers a row where it did.
 */
const takeKey = `
  INSERT INTO idempotency_keys AS known (owner_id, key, fingerprint, user_id, call_id, expires_at)
  VALUES ($1, $2, $3, $4, $5, $6)
  ON CONFLICT (owner_id, key) DO UPDATE SET
    fingerprint = excluded.fingerprint,
    user_id = excluded.user_id,
    call_id = excluded.call_id,
    answer = NULL,
    expires_at = excluded.expires_at
  WHERE known.expires_at < now() OR (known.call_id = excluded.call_id AND known.answer IS NULL)
  RETURNING call_id`;

/** The part of the store that keeps idempotency keys. The answer of a call that costs a credit is
 * put to them by `settle`. */
export function idempotencyMethods(database: Database): IdempotencyKeys {
  return {
    async claimIdempotencyKey({ owner_id, key, fingerprint, user_id, call_id, expires_at }) {
      const values = [owner_id, key, fingerprint, user_id, call_id, expires_at];
      for (let round = 0; round < mostRounds; round++) {
        const [mine] = await database.query(takeKey, values);
        if (mine) return undefined;
        const [taken] = await database.query<IdempotencyRecord>(
          'SELECT fingerprint, answer AS response FROM idempotency_keys WHERE owner_id = $1 AND key = $2',
          [owner_id, key],
        );
        if (taken) return taken;
        // Else it has been dropped in between.
      }
      throw new StoreError('The database had too many changes of the same key at once.');
    },

    async recordResponse({ claim: { owner_id, key, call_id }, response }, at) {
      await database.query(
        `UPDATE idempotency_keys
         SET answer = $4, expires_at = $5::timestamptz + interval '24 hours'
         WHERE owner_id = $1 AND key = $2 AND call_id = $3 AND answer IS NULL`,
        [owner_id, key, call_id, response, at],
      );
    },

    async dropClaim({ owner_id, key, call_id }) {
      await database.query(
        `DELETE FROM idempotency_keys
         WHERE owner_id = $1 AND key = $2 AND call_id = $3 AND answer IS NULL`,
        [owner_id, key, call_id],
      );
    },
  };
}

/** Removes keys of which nobody is told any more, a batch of them, and answers how many. */
export async function removeExpiredKeys(database: Database, limit: number): Promise<number> {
  const removed = await database.query(
    `DELETE FROM idempotency_keys WHERE (owner_id, key) IN (
       SELECT owner_id, key FROM idempotency_keys WHERE expires_at < now()
       ORDER BY expires_at LIMIT $1
     ) AND expires_at < now() RETURNING 1`,
    [limit],
  );
  return removed.length;
}
