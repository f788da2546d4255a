import { RateLimiterPostgres } from 'rate-limiter-flexible';
import type { RateLimiter, RateLimitOptions } from '../interfaces/storage-backend.ts';
import { clockToleranceMs, rateLimiter } from '../rate-limiter.ts';
import type { Database } from './database.ts';

/**
 * How long counts are kept after their windows have ended, for older versions on other machines.
 */
const keptMs = 3_600_000;

/** SQL: the time by the database's clock, in milliseconds since the epoch. */
const databaseMs = '(extract(epoch FROM now()) * 1000)::bigint';

/**
 * The library's limiter, by the clock of the database. The library's own statement uses the clocks
 * of the processes; if these differ by more than a window, the processes would reset each other's
 * counts.
 */
class LimiterByDatabaseClock extends RateLimiterPostgres {
  readonly #database: Database;

  constructor(database: Database, { name, points, duration }: RateLimitOptions) {
    const query = async ({ text, values }: { text: string; values: unknown[] }) => ({
      rows: await database.query(text, values),
    });
    super({
      storeClient: { query },
      storeType: 'pool',
      tableName: 'rate_limits',
      tableCreated: true,
      clearExpiredByTimeout: false,
      keyPrefix: name,
      points,
      duration,
      inMemoryBlockOnConsumed: points,
    });
    this.#database = database;
  }

  /** Counts when the library calls it. The end of the window is returned by the process's clock. */
  protected async _upsert(key: string, points: number, windowMs: number) {
    const rows = await this.#database.query(
      `INSERT INTO rate_limits AS counted (key, points, expire) VALUES ($1, $2, ${databaseMs} + $3)
       ON CONFLICT (key) DO UPDATE SET
         points = excluded.points + CASE WHEN counted.expire > ${databaseMs} THEN counted.points ELSE 0 END,
         expire = CASE WHEN counted.expire > ${databaseMs} THEN counted.expire ELSE excluded.expire END
       RETURNING points, expire - ${databaseMs} + $4::bigint AS expire`,
      [key, points, windowMs, Date.now()],
    );
    return { rows };
  }
}

/**
 * Counts in the database, shared with all processes that use it. A key over the limit is refused
 * from memory, without a statement, until its window ends.
 */
export function postgresRateLimiter(database: Database, options: RateLimitOptions): RateLimiter {
  const library = new LimiterByDatabaseClock(database, options);
  const unblock = () => library.deleteInMemoryBlockedAll();
  async function forgetWrongCount(key: string): Promise<void> {
    unblock();
    // The condition spares a new count that another process has begun meanwhile.
    await database.query(`DELETE FROM rate_limits WHERE key = $1 AND expire > ${databaseMs} + $2`, [
      `${options.name}:${key}`,
      options.duration * 1_000 + clockToleranceMs,
    ]);
  }
  return rateLimiter(library, forgetWrongCount, unblock);
}

/**
 * Removes counts whose windows have ended, or end too late because of a wrong clock: at most
 * `limit` of each kind. Returns how many.
 */
export async function removeOldCounts(database: Database, limit: number): Promise<number> {
  const isOld = `expire < ${databaseMs} - $1`;
  const isWrong = `expire > ${databaseMs} + $1`;
  const removed = await database.query(
    `WITH ended AS (
       (SELECT key FROM rate_limits WHERE ${isOld} LIMIT $2)
       UNION ALL (SELECT key FROM rate_limits WHERE ${isWrong} LIMIT $2)
     ), old AS MATERIALIZED (
       SELECT key FROM rate_limits JOIN ended USING (key) WHERE ${isOld} OR ${isWrong}
       FOR UPDATE OF rate_limits SKIP LOCKED
     )
     DELETE FROM rate_limits USING old WHERE rate_limits.key = old.key RETURNING 1`,
    [keptMs, limit],
  );
  return removed.length;
}
