import { sessionIdleMs, sessionMaxMs, type Session, type Sessions } from '../interfaces/logins.ts';
import { processTime, toDatabaseTime, toProcessTime } from './clock.ts';
import type { Database } from './database.ts';

const sessionColumns = 'id_hash, user_id, created_at, last_seen_at, user_agent';

/** The columns of a `Session`, with times as the process has them. Values: one, the process's time. */
const foundColumns = `id_hash, user_id, ${toProcessTime('created_at', '$2')} AS created_at,
  ${toProcessTime('last_seen_at', '$2')} AS last_seen_at, user_agent`;

/** The part of the store that keeps sessions. */
export function sessionMethods(database: Database): Sessions {
  return {
    async createSession({ id_hash, user_id, created_at, last_seen_at, user_agent }) {
      await database.query(
        `INSERT INTO sessions (${sessionColumns})
         SELECT $1, user_id, ${toDatabaseTime('$3', '$6')}, ${toDatabaseTime('$4', '$6')}, $5
         FROM logins WHERE user_id = $2 FOR KEY SHARE
         ON CONFLICT DO NOTHING`,
        [id_hash, user_id, created_at, last_seen_at, user_agent, processTime()],
      );
    },

    async findSession(idHash) {
      const [session] = await database.query<Session>(
        `SELECT ${foundColumns} FROM sessions WHERE id_hash = $1`,
        [idHash, processTime()],
      );
      return session;
    },

    async touchSession(idHash, at) {
      await database.query(
        `UPDATE sessions SET last_seen_at = ${toDatabaseTime('$2', '$3')} WHERE id_hash = $1`,
        [idHash, at, processTime()],
      );
    },

    async removeSession(idHash) {
      await database.query('DELETE FROM sessions WHERE id_hash = $1', [idHash]);
    },

    async removeSessionsOf(userId) {
      await database.query('DELETE FROM sessions WHERE user_id = $1', [userId]);
    },

    listSessions(userId) {
      return database.query<Session>(
        `SELECT ${foundColumns} FROM sessions WHERE user_id = $1
         ORDER BY sessions.last_seen_at DESC, id_hash`,
        [userId, processTime()],
      );
    },
  };
}

const isIdle = 'last_seen_at < now() - make_interval(secs => $1)';
const isOld = 'created_at < now() - make_interval(secs => $2)';

/** Removes sessions that have ended, at most `limit` of each kind, and returns how many. */
export async function removeOldSessions(database: Database, limit: number): Promise<number> {
  const removed = await database.query(
    `DELETE FROM sessions WHERE id_hash IN (
       (SELECT id_hash FROM sessions WHERE ${isIdle} LIMIT $3)
       UNION ALL (SELECT id_hash FROM sessions WHERE ${isOld} LIMIT $3)
     ) AND (${isIdle} OR ${isOld}) RETURNING 1`,
    [sessionIdleMs / 1_000, sessionMaxMs / 1_000, limit],
  );
  return removed.length;
}
