import type { RateLimiter, RateLimitOptions } from '../interfaces/rate-limiter.ts';
import type { Database } from './database.ts';
/**
 * Counts in the database, together with all processes that use it. Until its window ends, a key
 * over the limit is refused from memory, without a statement.
 */
export declare function postgresRateLimiter(database: Database, { name, points, duration }: RateLimitOptions): RateLimiter;
/**
 * Removes counts whose windows have ended, or end so late that a clock was wrong, and returns how
 * many: at most `limit` of each kind.
 */
export declare function removeOldCounts(database: Database, limit: number): Promise<number>;
