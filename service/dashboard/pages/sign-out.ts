import { endSession } from '../../accounts/sessions.ts';
import { getSignedIn } from '../get-signed-in.ts';
import { redirectAfterPost } from '../render.tsx';
import type { DashboardRoute } from '../route.ts';
import { writeSessionCookie } from '../session-cookie.ts';

export const signOut: DashboardRoute = {
  method: 'POST',
  path: '/dashboard/sign-out',
  access: 'signed-in',
  async handle(ctx, { accountStore }) {
    await endSession(accountStore, getSignedIn(ctx).session);
    writeSessionCookie(ctx, null);
    redirectAfterPost(ctx, '/dashboard/sign-in', 'signedOut');
  },
};
