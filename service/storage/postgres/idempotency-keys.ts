import { StoreError } from '../interfaces/errors.ts';
import type { IdempotencyKeys, IdempotencyRecord } from '../interfaces/credit-ledger.ts';
import { processTime, toDatabaseTime, type Database } from './database.ts';

/**
 * The columns of a record. The call's response is in `answer`, which is the name in released
 * versions; it is null while the call is running.
 */
export const recordColumns = 'owner_id, key, fingerprint, user_id, call_id, answer, expires_at';

/** How often other calls may claim and drop a key in between before we give up on the claim. */
const maxAttempts = 100;

/**
 * Claims a key that is new, expired, or this call's already. Values: owner, key, fingerprint, user,
 * call, expiry, the process's time. Returns a row if the call holds the key now.
 */
const claimKey = `
  INSERT INTO idempotency_keys AS known (owner_id, key, fingerprint, user_id, call_id, expires_at)
  VALUES ($1, $2, $3, $4, $5, ${toDatabaseTime('$6', '$7')})
  ON CONFLICT (owner_id, key) DO UPDATE SET
    fingerprint = excluded.fingerprint,
    user_id = excluded.user_id,
    call_id = excluded.call_id,
    answer = NULL,
    expires_at = excluded.expires_at
  WHERE known.expires_at < now() OR (known.call_id = excluded.call_id AND known.answer IS NULL)
  RETURNING call_id`;

/**
 * The part of the store for idempotency keys. `settle` records the response of a call that costs a
 * credit.
 */
export function idempotencyMethods(database: Database): IdempotencyKeys {
  return {
    async claimIdempotencyKey({ owner_id, key, fingerprint, user_id, call_id, expires_at }) {
      const values = [owner_id, key, fingerprint, user_id, call_id, expires_at];
      for (let attempt = 0; attempt < maxAttempts; attempt++) {
        const [mine] = await database.query(claimKey, [...values, processTime()]);
        if (mine) return undefined;
        const [taken] = await database.query<IdempotencyRecord>(
          'SELECT fingerprint, answer AS response FROM idempotency_keys WHERE owner_id = $1 AND key = $2',
          [owner_id, key],
        );
        if (taken) return taken;
        // Otherwise, the claim of another call was dropped in between.
      }
      throw new StoreError('There were too many concurrent changes of the same key.');
    },

    async recordResponse({ claim: { owner_id, key, call_id }, response }, at) {
      await database.query(
        `UPDATE idempotency_keys
         SET answer = $4, expires_at = ${toDatabaseTime('$5', '$6')} + interval '24 hours'
         WHERE owner_id = $1 AND key = $2 AND call_id = $3 AND answer IS NULL`,
        [owner_id, key, call_id, response, at, processTime()],
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

/**
 * Removes expired keys, at most `limit` of them, and returns how many. Keys that other statements
 * are changing, for example by removing an account, are skipped.
 */
export async function removeExpiredKeys(database: Database, limit: number): Promise<number> {
  const removed = await database.query(
    `WITH old AS MATERIALIZED (
       SELECT owner_id, key FROM idempotency_keys WHERE expires_at < now()
       ORDER BY expires_at LIMIT $1 FOR UPDATE SKIP LOCKED
     )
     DELETE FROM idempotency_keys AS known USING old
     WHERE known.owner_id = old.owner_id AND known.key = old.key
     RETURNING 1`,
    [limit],
  );
  return removed.length;
}
