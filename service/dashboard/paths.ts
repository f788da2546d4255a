/** The root of the dashboard. It redirects to the home page. */
export const home = '/dashboard';

/** The page after signing in. */
export const homePath = '/dashboard/home';

/** The page for the user's own password, second factor and sessions. */
export const accountPagePath = '/dashboard/account';

/** Whether a page works for a user who still has to set up a second factor. */
export function mayGoWithout(path: string): boolean {
  return path.startsWith(accountPagePath) || path === '/dashboard/sign-out';
}

/** The sign-in page, with the path to return to afterwards. */
export function signInPath(next?: string): string {
  const isNeeded = next !== undefined && next !== home;
  return `/dashboard/sign-in${isNeeded ? `?next=${encodeURIComponent(next)}` : ''}`;
}

/** `next` if it is the path of one of our own pages, otherwise the root of the dashboard. */
export function ownPath(next: string): string {
  const base = 'http://dashboard.invalid';
  if (!URL.canParse(next, base)) return home;
  const { origin, pathname, search } = new URL(next, base);
  const isOurs = origin === base && (pathname === home || pathname.startsWith(`${home}/`));
  return isOurs ? pathname + search : home;
}
