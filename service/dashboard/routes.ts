import { account } from './pages/account.tsx';
import { calls } from './pages/calls/list-calls.tsx';
import { connect } from './pages/connect/show-connect.tsx';
import { forgotten } from './pages/forgotten.tsx';
import { health } from './pages/health/show-health.tsx';
import { keys } from './pages/keys/routes.ts';
import { log } from './pages/log/show-log.tsx';
import { oneTimeLinks } from './pages/one-time-links.tsx';
import { owners } from './pages/owners/routes.ts';
import { changeSecondFactor } from './pages/second-factor/change.tsx';
import { secondStep } from './pages/second-factor/second-step.tsx';
import { settings } from './pages/settings/show-settings.tsx';
import { signIn, signOut } from './pages/sign-in.tsx';
import { usage } from './pages/usage/routes.ts';
import { users } from './pages/users/routes.ts';
import type { DashboardRoute } from './state.ts';

/** Redirects to the first page of the signed-in user. */
const home: DashboardRoute = {
  method: 'GET',
  path: '/dashboard',
  access: 'signed-in',
  handle(ctx) {
    ctx.redirect(ctx.state.navigation[0]?.path ?? '/dashboard/account');
  },
};

/** Every page and form of the dashboard. The navigation shows its pages in this order. */
export const routes: readonly DashboardRoute[] = [
  home,
  ...signIn,
  signOut,
  ...secondStep,
  ...forgotten,
  ...keys,
  ...users,
  ...usage,
  calls,
  ...connect,
  ...oneTimeLinks,
  ...owners,
  health,
  settings,
  ...log,
  ...account,
  ...changeSecondFactor,
];
