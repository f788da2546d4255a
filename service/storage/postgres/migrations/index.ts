import { accounts } from './001-accounts.ts';
import { idempotencyKeys } from './002-idempotency-keys.ts';
import { responseCache } from './003-response-cache.ts';
import { rateLimits } from './004-rate-limits.ts';
import { dashboard } from './005-dashboard.ts';
import { accountDetails } from './006-account-details.ts';
import {
  alerts,
  challenges,
  dailyLimits,
  keysOfUsers,
  measurements,
  secondFactors,
} from './0.2.0.ts';

/**
 * Every change of the tables, in the order in which they are applied. The version of a change is its
 * place, counted from 1. One that has been released is never edited: add another.
 */
export const migrations: readonly string[] = [
  accounts,
  idempotencyKeys,
  responseCache,
  rateLimits,
  dashboard,
  accountDetails,
  secondFactors,
  measurements,
  alerts,
  dailyLimits,
  keysOfUsers,
  challenges,
];
