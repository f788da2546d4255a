import { topUp } from '../accounts/allowance.ts';
import { findUserOfOwner } from '../accounts/accounts.ts';
import { userNotFound } from '../errors.ts';
import type { CreditLedger } from '../storage/interfaces/credit-ledger.ts';
import type { Accounts } from '../storage/interfaces/accounts.ts';
import { inSpan } from '../tracing/spans.ts';
import type { Middleware } from './state.ts';

/**
 * Lets a request through whose user belongs to the owner of its API key. The first one of a month adds
 * the allowance of the user's plan.
 */
export function findUser(store: Accounts & Pick<CreditLedger, 'addAllowance'>): Middleware {
  return async (ctx, next) => {
    ctx.state.user = await inSpan('find user', async () => {
      const user = await findUserOfOwner(store, ctx.state.body.user_id, ctx.state.ownerId);
      if (!user) throw userNotFound();
      return topUp(store, user);
    });
    await next();
  };
}
