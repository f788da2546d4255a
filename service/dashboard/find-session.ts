import { findSession as findSessionById } from '../accounts/sessions.ts';
import type { AccountStore } from '../storage/interfaces/account-store.ts';
import { readSessionCookie } from './session-cookie.ts';
import type { DashboardMiddleware } from './state.ts';

/** Finds who has signed in, by the cookie. */
export function findSession(store: AccountStore): DashboardMiddleware {
  return async (ctx, next) => {
    ctx.vary('Cookie');
    const id = readSessionCookie(ctx);
    const found = id ? await findSessionById(store, id, ctx.state.log) : undefined;
    if (found) {
      const account = await store.findAccount(found.login.user_id);
      const owner = account?.owner_id === account?.user_id ? account : undefined;
      ctx.state.signedIn = { ...found, owner };
    }
    await next();
  };
}
