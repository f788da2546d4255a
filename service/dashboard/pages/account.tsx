import { noteChange } from '../../accounts/change-log.ts';
import { hashPassword, verifyPassword } from '../../accounts/passwords.ts';
import { listSessions } from '../../accounts/sessions.ts';
import { getSignedIn } from '../get-signed-in.ts';
import { hasErrors, requireFields, type FieldErrors } from '../protection/form.ts';
import { checkNewPassword } from '../protection/new-password.ts';
import { redirectAfterPost, renderPage } from '../render.tsx';
import type { DashboardRoute } from '../route.ts';
import { writeSessionCookie } from '../session-cookie.ts';
import type { DashboardDeps, PageContext } from '../state.ts';
import { ChangePassword } from './account/change-password.tsx';
import { SessionList } from './account/session-list.tsx';

const path = '/dashboard/account';

const show: DashboardRoute = {
  method: 'GET',
  path,
  access: 'signed-in',
  handle: (ctx, deps) => render(ctx, deps, {}),
};

const changePassword: DashboardRoute = {
  method: 'POST',
  path: `${path}/password`,
  access: 'signed-in',
  async handle(ctx, deps) {
    const { session, login } = getSignedIn(ctx);
    const { user_id } = login;
    const errors = await checkPasswords(ctx, deps);
    if (hasErrors(errors)) {
      ctx.status = ctx.res.hasHeader('Retry-After') ? 429 : 400;
      await render(ctx, deps, errors);
      return;
    }
    const hash = await hashPassword(ctx.state.form.get('password'));
    await deps.accountStore.changePassword(user_id, hash, session.id_hash);
    const change = { actor: user_id, action: 'password.changed', user_id } as const;
    await noteChange(deps.accountStore, ctx.state.log, change);
    redirectAfterPost(ctx, path, 'passwordChanged');
  },
};

/** Whoever finds a browser signed in must know the password to set another, and cannot guess it. */
async function checkPasswords(ctx: PageContext, deps: DashboardDeps): Promise<FieldErrors> {
  const { form, texts } = ctx.state;
  const { login } = getSignedIn(ctx);
  const errors = {
    ...(await checkNewPassword(form, login.user_id, texts)),
    ...requireFields(form, ['current'], texts),
  };
  if (hasErrors(errors)) return errors;
  const seconds = await deps.guessLimit.countTry(ctx.ip, login.user_id);
  if (seconds > 0) {
    ctx.set('Retry-After', String(seconds));
    return { current: texts.signIn.tooManyTries(Math.ceil(seconds / 60)) };
  }
  const isRight = await verifyPassword(form.get('current'), login.password_hash);
  if (isRight) await deps.guessLimit.takeBack(ctx.ip, login.user_id);
  return isRight ? {} : { current: texts.account.wrongPassword };
}

const signOutEverywhere: DashboardRoute = {
  method: 'POST',
  path: `${path}/sign-out-everywhere`,
  access: 'signed-in',
  async handle(ctx, deps) {
    await deps.accountStore.removeSessionsOf(getSignedIn(ctx).login.user_id);
    writeSessionCookie(ctx, null);
    redirectAfterPost(ctx, '/dashboard/sign-in', 'signedOutEverywhere');
  },
};

async function render(ctx: PageContext, { accountStore }: DashboardDeps, errors: FieldErrors) {
  const { session, login } = getSignedIn(ctx);
  const sessions = await listSessions(accountStore, login.user_id);
  renderPage(
    ctx,
    { title: ctx.state.texts.account.title, current: 'account', hasErrors: hasErrors(errors) },
    <>
      <ChangePassword userId={login.user_id} errors={errors} />
      <SessionList sessions={sessions} current={session} />
    </>,
  );
}

export const account: readonly DashboardRoute[] = [show, changePassword, signOutEverywhere];
