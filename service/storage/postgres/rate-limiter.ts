import { RateLimiterPostgres } from 'rate-limiter-flexible';
import type { RateLimiter, RateLimitOptions } from '../interfaces/rate-limiter.ts';
import { clockToleranceMs, rateLimiter } from '../rate-limiter.ts';
import type { Database } from './database.ts';

/** How long counts stay after their windows have ended, for machines whose clocks differ. */
const keptMs = 3_600_000;

/**
 * Counts in the database, together with all processes that use it. Until its window ends, a key
 * over the limit is refused from memory, without a statement.
 */
export function postgresRateLimiter(
  database: Database,
  { name, points, duration }: RateLimitOptions,
): RateLimiter {
  const library = new RateLimiterPostgres({
    storeClient: {
      query: async ({ text, values }: { text: string; values: unknown[] }) => ({
        rows: await database.query(text, values),
      }),
    },
    storeType: 'pool',
    tableName: 'rate_limits',
    tableCreated: true,
    clearExpiredByTimeout: false,
    keyPrefix: name,
    points,
    duration,
    inMemoryBlockOnConsumed: points,
  });

  const unblock = () => library.deleteInMemoryBlockedAll();
  async function forgetWrongCount(key: string): Promise<void> {
    unblock();
    // The condition keeps a new count that another process has begun meanwhile.
    await database.query('DELETE FROM rate_limits WHERE key = $1 AND expire > $2', [
      `${name}:${key}`,
      Date.now() + duration * 1_000 + clockToleranceMs,
    ]);
  }
  return rateLimiter(library, forgetWrongCount, unblock);
}

/**
 * Removes counts whose windows have ended, or end so late that a clock was wrong, and returns how
 * many: at most `limit` of each kind.
 */
export async function removeOldCounts(database: Database, limit: number): Promise<number> {
  const now = Date.now();
  const removed = await database.query(
    `DELETE FROM rate_limits WHERE key IN (
       (SELECT key FROM rate_limits WHERE expire < $1 LIMIT $3)
       UNION ALL (SELECT key FROM rate_limits WHERE expire > $2 LIMIT $3)
     ) AND (expire < $1 OR expire > $2) RETURNING 1`,
    [now - keptMs, now + keptMs, limit],
  );
  return removed.length;
}
