import type { StorageBackend } from '../storage/interfaces/storage-backend.ts';
import type { Context, Middleware } from './state.ts';
/** Counts requests by key in windows of a minute. */
export interface RateLimit {
    /**
     * Counts one request and says so in the headers of the IETF draft
     * (draft-ietf-httpapi-ratelimit-headers).
     * @throws HttpError 429 with `Retry-After` when the window is full; 500 when the storage cannot
     *   count: to let everything through would lift the limit for whoever brings the storage down.
     */
    consume(ctx: Context, key: string): Promise<void>;
}
/** Makes a limit of `perMinute` requests for each key. */
export declare function createRateLimit(backend: Pick<StorageBackend, 'createRateLimiter'>, name: string, perMinute: number): RateLimit;
/** Lets a request through whose user is within the limit. */
export declare function limitUsers(limit: RateLimit): Middleware;
