import type { DashboardRoute } from '../state.ts';

/** Redirects to the first page of the signed-in user. */
export const home: DashboardRoute = {
  method: 'GET',
  path: '/dashboard',
  access: 'signed-in',
  handle(ctx) {
    ctx.redirect(ctx.state.navigation[0]?.path ?? '/dashboard/account');
  },
};
