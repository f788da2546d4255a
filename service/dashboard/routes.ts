import { account } from './pages/account.tsx';
import { calls } from './pages/calls/list-calls.tsx';
import { connect } from './pages/connect/show-connect.tsx';
import { health } from './pages/health/show-health.tsx';
import { home } from './pages/home.ts';
import { keys } from './pages/keys/routes.ts';
import { log } from './pages/log/show-log.tsx';
import { oneTimeLinks } from './pages/one-time-links.tsx';
import { owners } from './pages/owners/routes.ts';
import { settings } from './pages/settings/show-settings.tsx';
import { signIn, signOut } from './pages/sign-in.tsx';
import { usage } from './pages/usage/routes.ts';
import { users } from './pages/users/routes.ts';
import type { DashboardRoute } from './state.ts';

/** Every page and form of the dashboard. The navigation shows its pages in this order. */
export const routes: readonly DashboardRoute[] = [
  home,
  ...signIn,
  signOut,
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
];
