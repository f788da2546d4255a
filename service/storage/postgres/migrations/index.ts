import { accounts } from './001-accounts.ts';
import { idempotencyKeys } from './002-idempotency-keys.ts';
import { answerCache } from './003-answer-cache.ts';
import { rateLimits } from './004-rate-limits.ts';

/**
 * Every change of the tables, in the order in which they are applied; its place, counted from 1, is
 * its version. What has been released is never changed: add another.
 */
export const migrations: readonly string[] = [accounts, idempotencyKeys, answerCache, rateLimits];
