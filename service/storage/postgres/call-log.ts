import { callsKept, type CallLog, type CallRecord } from '../interfaces/call-log.ts';
import type { Database } from './database.ts';

/** The columns of a `CallRecord`. */
export const callColumns =
  'user_id, request_id, at, outcome, language, provider, model, ms, credits';

/**
 * Adds calls, and removes those that were too many before. The accounts are locked first, in order,
 * as everywhere: a removal of one of them is waited for. A call that is there already stays as it is.
 * Values: calls, as JSON; how many to keep.
 */
const addCalls = `
  WITH given AS (
    SELECT * FROM json_populate_recordset(NULL::calls, $1)
  ), users AS MATERIALIZED (
    SELECT user_id FROM accounts WHERE user_id IN (SELECT user_id FROM given)
    ORDER BY user_id FOR KEY SHARE
  ), too_many AS (
    SELECT users.user_id, at, request_id FROM users CROSS JOIN LATERAL (
      SELECT at, request_id FROM calls WHERE calls.user_id = users.user_id
      ORDER BY at DESC, request_id DESC OFFSET $2
    ) AS older
  ), old AS MATERIALIZED (
    SELECT user_id, at, request_id FROM calls JOIN too_many USING (user_id, at, request_id)
    FOR UPDATE OF calls SKIP LOCKED
  ), removed AS (
    DELETE FROM calls USING old
    WHERE calls.user_id = old.user_id AND calls.at = old.at AND calls.request_id = old.request_id
  )
  INSERT INTO calls (${callColumns})
  SELECT ${callColumns} FROM given JOIN users USING (user_id)
  ON CONFLICT DO NOTHING`;

/** The part of the store that keeps the newest calls. */
export function callMethods(database: Database): CallLog {
  return {
    async addCalls(calls) {
      await database.query(addCalls, [JSON.stringify(calls), callsKept]);
    },

    listCalls(userId) {
      return database.query<CallRecord>(
        `SELECT ${callColumns} FROM calls WHERE user_id = $1
         ORDER BY at DESC, request_id DESC LIMIT $2`,
        [userId, callsKept],
      );
    },
  };
}
