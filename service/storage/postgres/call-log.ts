import { callsKept, type CallLog, type CallRecord } from '../interfaces/call-log.ts';
import type { Database } from './database.ts';

/** The columns of a `CallRecord`. */
export const callColumns =
  'user_id, request_id, at, outcome, language, provider, model, ms, credits';

/**
 * Adds calls of a user, and removes those that were too many before. The account is locked first, as
 * everywhere: its removal is waited for. A call that is there already stays as it is. Values: user,
 * calls as JSON, how many to keep.
 */
const addCalls = `
  WITH account AS MATERIALIZED (
    SELECT user_id FROM accounts WHERE user_id = $1 FOR KEY SHARE
  ), too_many AS (
    SELECT calls.user_id, at, request_id FROM calls JOIN account USING (user_id)
    WHERE calls.user_id = $1 ORDER BY at DESC, request_id DESC OFFSET $3
  ), old AS MATERIALIZED (
    SELECT user_id, at, request_id FROM calls JOIN too_many USING (user_id, at, request_id)
    WHERE user_id = $1 FOR UPDATE OF calls SKIP LOCKED
  ), removed AS (
    DELETE FROM calls USING old
    WHERE calls.user_id = $1 AND calls.at = old.at AND calls.request_id = old.request_id
  )
  INSERT INTO calls (${callColumns})
  SELECT ${callColumns} FROM json_populate_recordset(NULL::calls, $2) JOIN account USING (user_id)
  ON CONFLICT DO NOTHING`;

/** The part of the store that keeps the newest calls. */
export function callMethods(database: Database): CallLog {
  return {
    async addCalls(calls) {
      for (const userId of new Set(calls.map(({ user_id }) => user_id))) {
        const ofUser = calls.filter(({ user_id }) => user_id === userId);
        await database.query(addCalls, [userId, JSON.stringify(ofUser), callsKept]);
      }
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
