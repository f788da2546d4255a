import { findUserOfOwner } from '../accounts/accounts.ts';
import { userNotFound } from '../errors.ts';
import type { Accounts } from '../storage/interfaces/accounts.ts';
import type { Middleware } from './state.ts';

/** Lets a request through whose user belongs to the owner of its API key. */
export function findUser(accounts: Accounts): Middleware {
  return async (ctx, next) => {
    const user = await findUserOfOwner(accounts, ctx.state.body.user_id, ctx.state.ownerId);
    if (!user) throw userNotFound();
    ctx.state.user = user;
    await next();
  };
}
