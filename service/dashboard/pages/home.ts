import type { DashboardRoute } from '../state.ts';

/** Leads to the first page of who has signed in. */
export const home: DashboardRoute = {
  method: 'GET',
  path: '/dashboard',
  access: 'signed-in',
  handle(ctx) {
    ctx.redirect(ctx.state.navigation[0]?.path ?? '/dashboard/account');
  },
};
