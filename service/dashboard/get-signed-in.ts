import { userId as userIdSchema } from '../../shared/contract.ts';
import { findUserOfOwner } from '../accounts/accounts.ts';
import { noteChange, type ChangeAction, type NewChange } from '../accounts/change-log.ts';
import { verifyPassword } from '../accounts/passwords.ts';
import { createSession, endSession, type Authenticated } from '../accounts/sessions.ts';
import { credentialsOf } from '../storage/credentials.ts';
import type { Account } from '../storage/interfaces/accounts.ts';
import type { CredentialChange } from '../storage/interfaces/logins.ts';
import { hasErrors, requireFields, type FieldErrors } from './protection/form.ts';
import { signInPath } from './paths.ts';
import { notFound, redirectAfterPost, type NoticeCode } from './render.tsx';
import type { DashboardContext, DashboardDeps, SignedIn } from './state.ts';

/** The signed-in user, for routes that require one. */
export function getSignedIn({ state }: DashboardContext): SignedIn {
  if (!state.signedIn) throw notFound();
  return state.signedIn;
}

/** The account of the signed-in owner, for routes that require one. */
export function getOwner(ctx: DashboardContext): Account {
  const { owner } = getSignedIn(ctx);
  if (!owner) throw notFound();
  return owner;
}

/**
 * Gets a user of the signed-in owner.
 * @throws PageError 404, both for another owner's user and for one that doesn't exist
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

/**
 * What a change of the signed-in user's own password or second factor depends on: what was verified,
 * and the session that stays.
 */
export function ownCredentials(ctx: DashboardContext): Required<CredentialChange> {
  const { login, secondFactor, session } = getSignedIn(ctx);
  return { credentials: credentialsOf(login, secondFactor), exceptIdHash: session.id_hash };
}

/** Logs a change that the signed-in user made to an account. */
export async function noteOwnChange(
  ctx: DashboardContext,
  { accountStore }: DashboardDeps,
  action: ChangeAction,
  change: Pick<NewChange, 'user_id' | 'details'>,
): Promise<void> {
  const actor = ctx.state.signedIn?.login.user_id ?? '';
  await noteChange(accountStore, ctx.state.log, { actor, action, ...change });
}

/**
 * Logs a refused sign-in, unless strangers have already caused too many entries; the access log has
 * all of them.
 * @param actor the text typed as the user
 */
export async function noteRefusedSignIn(
  ctx: DashboardContext,
  { accountStore, guessLimit }: DashboardDeps,
  actor: string,
): Promise<void> {
  if (!(await guessLimit.mayLogRefusal(ctx.ip))) return;
  const details = { address: ctx.ip };
  await noteChange(accountStore, ctx.state.log, { actor, action: 'sign-in.refused', details });
}

/**
 * Checks the field `current`. A stranger at a signed-in browser must know the password to change
 * how the user signs in, and cannot guess it.
 */
export async function checkCurrentPassword(
  ctx: DashboardContext,
  { guessLimit }: DashboardDeps,
): Promise<FieldErrors> {
  const { form, texts } = ctx.state;
  const { login } = getSignedIn(ctx);
  const missing = requireFields(form, ['current'], texts);
  if (hasErrors(missing)) return missing;
  const seconds = await guessLimit.countTry(ctx.ip, login.user_id);
  if (seconds > 0) {
    ctx.set('Retry-After', String(seconds));
    return { current: texts.signIn.tooManyTries(Math.ceil(seconds / 60)) };
  }
  const isRight = await verifyPassword(form.get('current'), login.password_hash);
  if (isRight) await guessLimit.takeBack(ctx.ip, login.user_id);
  return isRight ? {} : { current: texts.account.wrongPassword };
}

/** The status of a form that is refused: 429 after too many attempts at a password, else 400. */
export function refusedStatus({ res }: DashboardContext): number {
  return res.hasHeader('Retry-After') ? 429 : 400;
}

/** How long a browser keeps the cookie, which is as long as a session can last. */
const maxAgeMs = 30 * 86_400_000;

/**
 * Browsers accept a cookie with this prefix only from this host and only over TLS (RFC 6265bis), so
 * no neighbouring host can set one.
 */
export function cookieName(ctx: DashboardContext, name: string): string {
  return ctx.secure ? `__Host-${name}` : name;
}

/** The session id sent by the browser. */
export function readSessionCookie(ctx: DashboardContext): string | undefined {
  return ctx.cookies.get(cookieName(ctx, 'altscribe_session'));
}

/** Sets or clears the session cookie. */
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

/**
 * Signs a user in with a new session, so an id that was known before becomes worthless, and goes to
 * the page `next`. If the user's credentials were changed meanwhile, the user has to start again.
 */
export async function enter(
  ctx: DashboardContext,
  { accountStore }: DashboardDeps,
  user: Authenticated,
  next: string,
  notice?: NoticeCode,
): Promise<void> {
  const id = await createSession(accountStore, user, ctx.get('User-Agent'));
  if (id === undefined) {
    redirectAfterPost(ctx, signInPath(next), 'signInExpired');
    return;
  }
  const { signedIn } = ctx.state;
  if (signedIn) await endSession(accountStore, signedIn.session);
  writeSessionCookie(ctx, id);
  redirectAfterPost(ctx, next, notice);
}
