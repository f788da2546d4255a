/** Where the dashboard begins. It leads on to the first page of who has signed in. */
export const home = '/dashboard';

/** The page to sign in, and where to go on after it. */
export function signInPath(next?: string): string {
  const isNeeded = next !== undefined && next !== home;
  return `/dashboard/sign-in${isNeeded ? `?next=${encodeURIComponent(next)}` : ''}`;
}

/** `next`, where it is the address of one of our own pages; else where the dashboard begins. */
export function ownPath(next: string): string {
  const base = 'http://dashboard.invalid';
  if (!URL.canParse(next, base)) return home;
  const { origin, pathname, search } = new URL(next, base);
  const isOurs = origin === base && (pathname === home || pathname.startsWith(`${home}/`));
  return isOurs ? pathname + search : home;
}
