import { userId as userIdSchema } from '../../shared/contract.ts';
import { findUserOfOwner } from '../accounts/accounts.ts';
import { noteChange, type ChangeAction, type NewChange } from '../accounts/change-log.ts';
import { createSession, endSession } from '../accounts/sessions.ts';
import type { Account } from '../storage/interfaces/accounts.ts';
import { notFound } from './render.tsx';
import type { DashboardContext, DashboardDeps, SignedIn } from './state.ts';

/** Who has signed in, for routes that are for nobody else. */
export function getSignedIn({ state }: DashboardContext): SignedIn {
  if (!state.signedIn) throw notFound();
  return state.signedIn;
}

/** The account of the owner who has signed in, for routes that are for nobody else. */
export function getOwner(ctx: DashboardContext): Account {
  const { owner } = getSignedIn(ctx);
  if (!owner) throw notFound();
  return owner;
}

/**
 * Gets a user of the owner who has signed in.
 * @throws PageError 404, the same for another owner's user and for one that does not exist
 */
export async function getOwnUser(
  ctx: DashboardContext,
  { accountStore }: DashboardDeps,
  userId: string,
): Promise<Account> {
  const parsed = userIdSchema.safeParse(userId);
  const { user_id: ownerId } = getOwner(ctx);
  const user = parsed.success && (await findUserOfOwner(accountStore, parsed.data, ownerId));
  if (!user) throw notFound();
  return user;
}

/** Notes what who has signed in did to an account. */
export async function noteOwnChange(
  ctx: DashboardContext,
  { accountStore }: DashboardDeps,
  action: ChangeAction,
  change: Pick<NewChange, 'user_id' | 'details'>,
): Promise<void> {
  const actor = ctx.state.signedIn?.login.user_id ?? '';
  await noteChange(accountStore, ctx.state.log, { actor, action, ...change });
}

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

/** Signs somebody in: with a new session, so that an id that was known before is worth nothing. */
export async function enter(
  ctx: DashboardContext,
  { accountStore }: DashboardDeps,
  userId: string,
): Promise<void> {
  const { signedIn } = ctx.state;
  if (signedIn) await endSession(accountStore, signedIn.session);
  const id = await createSession(accountStore, userId, ctx.get('User-Agent'));
  writeSessionCookie(ctx, id);
}
