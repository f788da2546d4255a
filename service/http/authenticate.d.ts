import type { ApiKeys } from '../storage/interfaces/api-keys.ts';
import type { RateLimit } from './rate-limit.ts';
import type { Middleware } from './state.ts';
/**
 * Lets a request through that carries a good `x-api-key`. Failures are limited per client address,
 * so that guessing is slow; a good key from the same address still works.
 */
export declare function authenticate(apiKeys: ApiKeys, failures: RateLimit): Middleware;
