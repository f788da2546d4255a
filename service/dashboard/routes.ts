import { account } from './pages/account.tsx';
import { home } from './pages/home.ts';
import { oneTimeLinks } from './pages/one-time-links.tsx';
import { signIn } from './pages/sign-in.tsx';
import { signOut } from './pages/sign-out.ts';
import type { DashboardRoute } from './route.ts';

/** Every page and form of the dashboard. The navigation shows its pages in this order. */
export const routes: readonly DashboardRoute[] = [
  home,
  ...signIn,
  signOut,
  ...oneTimeLinks,
  ...account,
];
