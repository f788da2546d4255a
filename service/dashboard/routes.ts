import { account } from './pages/account.tsx';
import { allUsage } from './pages/all-usage/show-all-usage.tsx';
import { calls } from './pages/calls/list-calls.tsx';
import { connect } from './pages/connect/show-connect.tsx';
import { forgotten } from './pages/forgotten.tsx';
import { health } from './pages/health/show-health.tsx';
import { home } from './pages/home/show-home.tsx';
import { keys } from './pages/keys/routes.ts';
import { log } from './pages/log/show-log.tsx';
import { oneTimeLinks } from './pages/one-time-links.tsx';
import { owners } from './pages/owners/routes.ts';
import { changeSecondFactor } from './pages/second-factor/change.tsx';
import { secondStep } from './pages/second-factor/second-step.tsx';
import { settings } from './pages/settings/show-settings.tsx';
import { sites } from './pages/sites/list-sites.tsx';
import { signIn, signOut } from './pages/sign-in.tsx';
import { usage } from './pages/usage/routes.ts';
import { users } from './pages/users/routes.ts';
import type { DashboardRoute } from './state.ts';

/** Every page and form of the dashboard. The navigation shows its pages in this order. */
export const routes: readonly DashboardRoute[] = [
  ...home,
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
  sites,
  ...allUsage,
  health,
  ...settings,
  ...log,
  ...account,
  ...changeSecondFactor,
];
