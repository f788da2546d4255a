import { changeSchema } from '../change-schema.ts';
import { requireReadable } from '../checks.ts';
import { StoreError } from '../interfaces/errors.ts';
import { changeDays, type Change, type ChangeLog } from '../interfaces/usage-log.ts';
import type { Database } from './database.ts';

/** The columns of a `Change`. */
export const changeColumns = 'id, at, actor, action, user_id, details';

/** The part of the store for the change log. */
export function changeMethods(database: Database): ChangeLog {
  return {
    async addChange(change) {
      requireReadable(changeSchema, change);
      const { id, at, actor, action, user_id, details } = change;
      await database.query(
        `INSERT INTO changes (${changeColumns}) VALUES ($1, $2, $3, $4, $5, $6)
         ON CONFLICT DO NOTHING`,
        [id, at, actor, action, user_id, JSON.stringify(details)],
      );
    },

    async listChanges({ limit, after, action, about }) {
      const changes = await database.query<Change>(
        `SELECT ${changeColumns} FROM changes
         WHERE ($2::text IS NULL
             OR (at, id) < (SELECT last.at, last.id FROM changes AS last WHERE last.id = $2))
           AND ($3::text IS NULL OR action = $3)
           AND ($4::text IS NULL OR user_id = $4 OR actor = $4)
         ORDER BY at DESC, id DESC LIMIT $1`,
        [limit, after ?? null, action ?? null, about ?? null],
      );
      const damaged = changes.find((change) => !changeSchema.safeParse(change).success);
      if (!damaged) return changes;
      throw new StoreError(
        `The details of ${damaged.id} in the table changes are damaged. Remove that row.`,
      );
    },
  };
}

/** Removes changes that are too old, at most `limit` of them, and returns how many. */
export async function removeOldChanges(database: Database, limit: number): Promise<number> {
  const removed = await database.query(
    `DELETE FROM changes WHERE id IN (
       SELECT id FROM changes WHERE at < now() - make_interval(days => $1)
       ORDER BY at LIMIT $2 FOR UPDATE SKIP LOCKED
     ) RETURNING 1`,
    [changeDays, limit],
  );
  return removed.length;
}
