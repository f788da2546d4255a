import { redirectAfterPost } from '../render.tsx';
import type { DashboardRoute } from '../route.ts';
import { writeSessionCookie } from '../session-cookie.ts';

export const signOut: DashboardRoute = {
  method: 'POST',
  path: '/dashboard/sign-out',
  access: 'signed-in',
  async handle(ctx, { accountStore }) {
    if (ctx.state.signedIn) await accountStore.removeSession(ctx.state.signedIn.session.id_hash);
    writeSessionCookie(ctx, null);
    redirectAfterPost(ctx, '/dashboard/sign-in', 'signedOut');
  },
};
