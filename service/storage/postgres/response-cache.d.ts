import type { ResponseCache } from '../interfaces/response-cache.ts';
import type { Database } from './database.ts';
/**
 * Caches responses in the database, for all processes, by the clock of the database. Released
 * versions gave the table and its columns their names: an entry's value is `answer`, and it was put
 * there at `kept_at`.
 */
export declare function responseCacheIn(database: Database): ResponseCache;
/**
 * Removes entries that have expired or are too many, at most `limit` of them. Those that another
 * process is removing or replacing are left to it.
 * @returns how many were removed
 */
export declare function removeOldCacheEntries(database: Database, limit: number, maxEntries?: number): Promise<number>;
