import type { DashboardContext } from './state.ts';

/** How long a browser keeps the cookie: a session lasts no longer. */
const maxAgeMs = 30 * 86_400_000;

/**
 * Browsers take a cookie with this prefix from this host only, over TLS only (RFC 6265bis), so that
 * no neighbouring host can set one.
 */
export function cookieName(ctx: DashboardContext, name: string): string {
  return ctx.secure ? `__Host-${name}` : name;
}

/** The id of the session, as the browser sent it. */
export function readSessionCookie(ctx: DashboardContext): string | undefined {
  return ctx.cookies.get(cookieName(ctx, 'altscribe_session'));
}

/** Gives the browser the id of a session, or takes it away. */
export function writeSessionCookie(ctx: DashboardContext, id: string | null): void {
  ctx.cookies.set(cookieName(ctx, 'altscribe_session'), id, {
    httpOnly: true,
    sameSite: 'lax',
    secure: ctx.secure,
    path: '/',
    maxAge: id ? maxAgeMs : 0,
    overwrite: true,
  });
}
