import { sessionIdleMs, sessionMaxMs, type Session, type Sessions } from '../interfaces/logins.ts';
import type { Database } from './database.ts';

const sessionColumns = 'id_hash, user_id, created_at, last_seen_at, user_agent';

/** The part of the store that keeps sessions. */
export function sessionMethods(database: Database): Sessions {
  return {
    async createSession({ id_hash, user_id, created_at, last_seen_at, user_agent }) {
      await database.query(
        `INSERT INTO sessions (${sessionColumns})
         SELECT $1, user_id, $3, $4, $5 FROM logins WHERE user_id = $2 FOR KEY SHARE
         ON CONFLICT DO NOTHING`,
        [id_hash, user_id, created_at, last_seen_at, user_agent],
      );
    },

    async findSession(idHash) {
      const [session] = await database.query<Session>(
        `SELECT ${sessionColumns} FROM sessions WHERE id_hash = $1`,
        [idHash],
      );
      return session;
    },

    async touchSession(idHash, at) {
      await database.query('UPDATE sessions SET last_seen_at = $2 WHERE id_hash = $1', [
        idHash,
        at,
      ]);
    },

    async removeSession(idHash) {
      await database.query('DELETE FROM sessions WHERE id_hash = $1', [idHash]);
    },

    async removeSessionsOf(userId) {
      await database.query('DELETE FROM sessions WHERE user_id = $1', [userId]);
    },

    listSessions(userId) {
      return database.query<Session>(
        `SELECT ${sessionColumns} FROM sessions WHERE user_id = $1
         ORDER BY last_seen_at DESC, id_hash`,
        [userId],
      );
    },
  };
}

/** Removes sessions that have ended, at most `limit` of each kind, and returns how many. */
export async function removeOldSessions(database: Database, limit: number): Promise<number> {
  const before = (ms: number) => new Date(Date.now() - ms).toISOString();
  const removed = await database.query(
    `DELETE FROM sessions WHERE id_hash IN (
       (SELECT id_hash FROM sessions WHERE last_seen_at < $1 LIMIT $3)
       UNION ALL (SELECT id_hash FROM sessions WHERE created_at < $2 LIMIT $3)
     ) AND (last_seen_at < $1 OR created_at < $2) RETURNING 1`,
    [before(sessionIdleMs), before(sessionMaxMs), limit],
  );
  return removed.length;
}
