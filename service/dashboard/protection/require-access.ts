import { notFound } from '../page-error.ts';
import { mayUse, type Access } from '../route.ts';
import { signInPath } from '../paths.ts';
import type { DashboardMiddleware } from '../state.ts';

/** Lets those through whom a page is for, sends who has not signed in to do so, and is 404 for others. */
export function requireAccess(access: Access): DashboardMiddleware {
  return async (ctx, next) => {
    const { signedIn } = ctx.state;
    if (mayUse(access, signedIn)) await next();
    else if (signedIn) throw notFound();
    else {
      ctx.status = 303;
      ctx.redirect(signInPath(ctx.method === 'POST' ? undefined : ctx.url));
    }
  };
}
