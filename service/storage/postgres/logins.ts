import type { Login, Logins, OneTimeLinks, Sessions } from '../interfaces/logins.ts';
import type { Database } from './database.ts';
import type { Query } from './transaction.ts';

/** The columns of a `Login`. */
export const loginColumns = 'user_id, is_operator, password_hash, created_at';

/** The part of the store that keeps who may sign in. */
export function loginMethods(database: Database): Omit<Logins, keyof (OneTimeLinks & Sessions)> {
  return {
    async findLogin(userId) {
      const [login] = await database.query<Login>(
        `SELECT ${loginColumns} FROM logins WHERE user_id = $1`,
        [userId],
      );
      return login;
    },

    listOperators() {
      return database.query<Login>(
        `SELECT ${loginColumns} FROM logins WHERE is_operator ORDER BY user_id`,
      );
    },

    removeLogin(userId) {
      return database.transaction(async (query) => {
        await query('DELETE FROM one_time_links WHERE user_id = $1', [userId]);
        const removed = await query('DELETE FROM logins WHERE user_id = $1 RETURNING 1', [userId]);
        return removed.length > 0;
      });
    },

    changePassword(userId, passwordHash, exceptIdHash) {
      return database.transaction(async (query) => {
        await query('UPDATE logins SET password_hash = $2 WHERE user_id = $1', [
          userId,
          passwordHash,
        ]);
        await query('DELETE FROM sessions WHERE user_id = $1 AND id_hash IS DISTINCT FROM $2', [
          userId,
          exceptIdHash,
        ]);
      });
    },
  };
}

/** Removes what let the owner of an account in, which is being removed. */
export async function removeOwnerLogin(query: Query, userId: string): Promise<void> {
  await query(`DELETE FROM one_time_links WHERE user_id = $1 AND purpose = 'invitation'`, [userId]);
  await query('DELETE FROM logins WHERE user_id = $1 AND NOT is_operator', [userId]);
}
