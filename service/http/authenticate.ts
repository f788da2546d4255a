import { findUserOfOwner } from '../accounts/accounts.ts';
import { findWorkingKey } from '../accounts/api-keys.ts';
import type { NoteSite } from '../accounts/client-sites.ts';
import { topUp } from '../accounts/credits.ts';
import type { BackgroundWrites } from '../accounts/write-behind.ts';
import type { Accounts } from '../storage/interfaces/accounts.ts';
import type { ApiKeys } from '../storage/interfaces/api-keys.ts';
import type { CreditLedger } from '../storage/interfaces/credit-ledger.ts';
import { inSpan } from '../metrics/tracing.ts';
import {
  authenticationRequired,
  invalidApiKey,
  keyNotForUser,
  userNotFound,
} from '../operations/errors.ts';
import { networkOf, type RateLimit } from './rate-limit.ts';
import type { Middleware } from './state.ts';

/**
 * Lets a request through if its user belongs to the owner of its API key, and the key is not
 * limited to another user. The first request of a month adds the allowance of the user's plan.
 */
export function findUser(store: Accounts & Pick<CreditLedger, 'addAllowance'>): Middleware {
  return async (ctx, next) => {
    ctx.state.user = await inSpan('find user', async () => {
      const { apiKey, body } = ctx.state;
      if (apiKey.user_id !== null && apiKey.user_id !== body.user_id) throw keyNotForUser();
      const user = await findUserOfOwner(store, body.user_id, apiKey.owner_id);
      if (!user) throw userNotFound();
      return topUp(store, user);
    });
    await next();
  };
}

/** Notes the site that calls, and the version of its plugin. */
export function noteSites(noteSite: NoteSite): Middleware {
  return async (ctx, next) => {
    noteSite(ctx.state.apiKey.owner_id, ctx.get('User-Agent'));
    await next();
  };
}

/**
 * Lets a request with a valid `x-api-key` through. Failures are limited per client address (for
 * IPv6, per /64 network) to make guessing slow; a valid key from the same address still works.
 */
export function authenticate(
  apiKeys: ApiKeys,
  background: BackgroundWrites,
  failures: RateLimit,
): Middleware {
  return async (ctx, next) => {
    const key = ctx.get('x-api-key');
    ctx.state.apiKey = await inSpan('authenticate', async () => {
      const found = key && (await findWorkingKey(apiKeys, key, background));
      if (found) return found;
      await failures.consume(ctx, networkOf(ctx.ip));
      throw key ? invalidApiKey() : authenticationRequired();
    });
    await next();
  };
}
