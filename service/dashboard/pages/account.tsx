import { renderPage } from '../render.tsx';
import type { DashboardRoute } from '../route.ts';

const show: DashboardRoute = {
  method: 'GET',
  path: '/dashboard/account',
  access: 'signed-in',
  handle(ctx) {
    const { account } = ctx.state.texts;
    renderPage(ctx, { title: account.title, current: 'account' }, null);
  },
};

export const account: readonly DashboardRoute[] = [show];
