import type { CallCount, CallCounter } from '../interfaces/storage-backend.ts';
import type { Database, Query } from './database.ts';

/** SQL: today, in UTC. */
const today = "(now() AT TIME ZONE 'UTC')::date";

/** SQL: seconds until tomorrow, in UTC. */
const secondsLeft = `ceil(extract(epoch FROM
  ((${today} + 1)::timestamp AT TIME ZONE 'UTC') - now()))::bigint`;

/** Counts calls in the database, for all processes, by the clock of the database. */
export function callCounterIn(database: Database): CallCounter {
  async function takeOne(query: Query, scope: string, limit: number) {
    const [taken] = await query<{ day: string; calls: number }>(
      `INSERT INTO call_counts AS counted (day, scope, calls) VALUES (${today}, $1, 1)
       ON CONFLICT (day, scope) DO UPDATE SET calls = counted.calls + 1 WHERE counted.calls < $2
       RETURNING day, calls`,
      [scope, limit],
    );
    if (!taken) throw new FullError(scope);
    return { ...taken, scope };
  }

  return {
    async take(limits) {
      try {
        // The count of the whole service comes last, because every call waits for it.
        const taken = await database.transaction(async (query) => {
          const counts = [];
          for (const { scope, limit } of limits) counts.push(await takeOne(query, scope, limit));
          return counts;
        });
        const counts = taken.map(({ scope, calls }): CallCount => ({ scope, calls }));
        return { isTaken: true, day: taken[0]?.day ?? '', counts };
      } catch (error) {
        if (!(error instanceof FullError)) throw error;
        const [left] = await database.query<{ seconds: number }>(
          `SELECT ${secondsLeft} AS seconds`,
        );
        return { isTaken: false, scope: error.scope, secondsLeft: Math.max(1, left?.seconds ?? 1) };
      }
    },

    async add(counts) {
      // In the order of `take`, so there are no deadlocks.
      await database.queryOnce(
        `INSERT INTO call_counts AS counted (day, scope, calls)
         SELECT day, scope, calls FROM json_populate_recordset(NULL::call_counts, $1)
         ORDER BY scope = '', scope, day
         ON CONFLICT (day, scope) DO UPDATE SET calls = counted.calls + excluded.calls`,
        [JSON.stringify(counts)],
      );
    },

    async giveBack(day, scopes) {
      // Locked in the order of `take`, because an UPDATE alone has an order of its own.
      await database.queryOnce(
        `WITH given AS MATERIALIZED (
           SELECT day, scope FROM call_counts WHERE day = $1::date AND scope = ANY($2)
           ORDER BY scope = '', scope FOR UPDATE
         )
         UPDATE call_counts SET calls = calls - 1 FROM given
         WHERE call_counts.day = given.day AND call_counts.scope = given.scope AND calls > 0`,
        [day, scopes],
      );
    },

    read: (scopes) =>
      database.query<CallCount>(
        `SELECT scope, calls FROM call_counts WHERE day = ${today} AND scope = ANY($1)`,
        [scopes],
      ),
  };
}

/** Rolls back the transaction, so nothing is counted. */
class FullError extends Error {
  override readonly name = 'FullError';

  readonly scope: string;

  constructor(scope: string) {
    super('The limit of today is reached.');
    this.scope = scope;
  }
}

/** Removes counts of days before yesterday, at most `limit` of them, and returns how many. */
export async function removeOldCallCounts(database: Database, limit: number): Promise<number> {
  const removed = await database.query(
    `WITH old AS MATERIALIZED (
       SELECT day, scope FROM call_counts WHERE day < ${today} - 1
       LIMIT $1 FOR UPDATE SKIP LOCKED
     )
     DELETE FROM call_counts USING old
     WHERE call_counts.day = old.day AND call_counts.scope = old.scope
     RETURNING 1`,
    [limit],
  );
  return removed.length;
}
