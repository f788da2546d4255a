import { RateLimiterPostgres } from 'rate-limiter-flexible';
import type { RateLimiter, RateLimitOptions } from '../interfaces/rate-limiter.ts';
import { clockToleranceMs, rateLimiter } from '../rate-limiter.ts';
import type { Database } from './database.ts';

/** Counts that are of no use are kept this long, for machines whose clocks differ. */
const keptMs = 3_600_000;

/**
 * Counts in the database, together with all processes that use it. Whoever is over the limit costs
 * no statement until the window ends.
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

  return rateLimiter(library, async (key) => {
    library.deleteInMemoryBlockedAll();
    // Of several processes that see the wrong count, one deletes it, and no right one is lost.
    await database.query('DELETE FROM rate_limits WHERE key = $1 AND expire > $2', [
      `${name}:${key}`,
      Date.now() + duration * 1_000 + clockToleranceMs,
    ]);
  });
}

/** Removes counts whose window has ended, or ends so late that a clock was wrong: a batch of them. */
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
