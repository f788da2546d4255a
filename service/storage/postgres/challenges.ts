import type { ChallengeStore } from '../interfaces/storage-backend.ts';
import type { Database } from './database.ts';

/** Stores challenges in the database, by its clock. */
export function challengeStoreIn(database: Database): ChallengeStore {
  return {
    async add(hash, seconds) {
      await database.query(
        'INSERT INTO challenges (hash, expires_at) VALUES ($1, now() + make_interval(secs => $2))',
        [hash, seconds],
      );
    },

    async take(hash) {
      const taken = await database.query<{ is_valid: boolean }>(
        'DELETE FROM challenges WHERE hash = $1 RETURNING expires_at > now() AS is_valid',
        [hash],
      );
      return taken.some((challenge) => challenge.is_valid);
    },
  };
}

/** Removes challenges that have expired, at most `limit` of them, and returns how many. */
export async function removeExpiredChallenges(database: Database, limit: number): Promise<number> {
  const removed = await database.query(
    `DELETE FROM challenges WHERE hash IN (
       SELECT hash FROM challenges WHERE expires_at < now()
       ORDER BY expires_at LIMIT $1 FOR UPDATE SKIP LOCKED
     ) RETURNING 1`,
    [limit],
  );
  return removed.length;
}
