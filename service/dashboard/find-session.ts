import { createHash } from 'node:crypto';
import { readSessionCookie } from './session-cookie.ts';
import type { AccountStore } from '../storage/interfaces/account-store.ts';
import type { DashboardMiddleware } from './state.ts';

/** Finds who has signed in, by the cookie. */
export function findSession(store: AccountStore): DashboardMiddleware {
  return async (ctx, next) => {
    ctx.vary('Cookie');
    const id = readSessionCookie(ctx);
    const hash = id && createHash('sha256').update(id).digest('hex');
    const session = hash ? await store.findSession(hash) : undefined;
    const login = session && (await store.findLogin(session.user_id));
    if (login) {
      const account = await store.findAccount(login.user_id);
      const owner = account?.owner_id === account?.user_id ? account : undefined;
      ctx.state.signedIn = { session, login, owner };
    }
    await next();
  };
}
