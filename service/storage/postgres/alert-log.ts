import {
  alertClaimMs,
  alertPauseMs,
  alertReminderMs,
  type AlertLog,
} from '../interfaces/storage-backend.ts';
import type { Database } from './database.ts';

/** SQL: the time at which an undelivered alert counts as sent, so it is soon due again. */
const claimed = `clock_timestamp() - make_interval(secs => ${(alertReminderMs - alertClaimMs) / 1_000})`;
const due = `clock_timestamp() - make_interval(secs => ${alertReminderMs / 1_000})`;

/** Stores alerts in the database, for all processes, by the clock of the database. */
export function alertLogIn(database: Database): AlertLog {
  return {
    async raise(cause) {
      // `now()` does not advance while the statement waits for that of another process, so it would
      // be earlier than the time which that one wrote. Run once only: a repetition would look as if
      // another process had sent the alert.
      const raised = await database.queryOnce(
        `INSERT INTO alerts AS known (cause, sent_at, is_open) VALUES ($1, ${claimed}, true)
         ON CONFLICT (cause) DO UPDATE SET sent_at = ${claimed}, is_open = true
         WHERE known.sent_at > clock_timestamp() OR known.sent_at
           <= clock_timestamp() - make_interval(secs => CASE WHEN known.is_open THEN $2::int ELSE $3::int END)
         RETURNING 1`,
        [cause, alertReminderMs / 1_000, alertPauseMs / 1_000],
      );
      return raised.length > 0;
    },

    async resolve(cause) {
      const resolved = await database.queryOnce(
        'UPDATE alerts SET is_open = false WHERE cause = $1 AND is_open RETURNING 1',
        [cause],
      );
      return resolved.length > 0;
    },

    async delivered(cause) {
      await database.query('UPDATE alerts SET sent_at = clock_timestamp() WHERE cause = $1', [
        cause,
      ]);
    },

    async undelivered(cause, isOver) {
      const change = isOver ? 'is_open = true' : `sent_at = ${due}`;
      await database.query(`UPDATE alerts SET ${change} WHERE cause = $1`, [cause]);
    },

    async listOpen() {
      const open = await database.query<{ cause: string }>(
        'SELECT cause FROM alerts WHERE is_open',
      );
      return open.map(({ cause }) => cause);
    },
  };
}

/** Removes alerts that were sent a month ago, at most `limit` of them, and returns how many. */
export async function removeOldAlerts(database: Database, limit: number): Promise<number> {
  const removed = await database.query(
    `WITH old AS MATERIALIZED (
       SELECT cause FROM alerts WHERE sent_at < now() - interval '30 days'
       LIMIT $1 FOR UPDATE SKIP LOCKED
     )
     DELETE FROM alerts USING old WHERE alerts.cause = old.cause RETURNING 1`,
    [limit],
  );
  return removed.length;
}
