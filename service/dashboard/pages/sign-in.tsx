import { verifyPassword } from '../../accounts/passwords.ts';
import { endSession } from '../../accounts/sessions.ts';
import { Notice } from '../components/facts.tsx';
import { Field, Form, SubmitButton } from '../components/form.tsx';
import { getSignedIn, noteRefusedSignIn, writeSessionCookie } from '../get-signed-in.ts';
import { enterOrAsk, passkeyRequest } from './second-factor/second-step.tsx';
import { ownPath } from '../paths.ts';
import { hasErrors, requireFields, type FieldErrors } from '../protection/form.ts';
import { redirectAfterPost, renderPage } from '../render.tsx';
import type { DashboardContext, DashboardDeps, DashboardRoute } from '../state.ts';

export const signOut: DashboardRoute = {
  method: 'POST',
  path: '/dashboard/sign-out',
  access: 'signed-in',
  async handle(ctx, { accountStore }) {
    await endSession(accountStore, getSignedIn(ctx).session);
    writeSessionCookie(ctx, null);
    redirectAfterPost(ctx, '/dashboard/sign-in', 'signedOut');
  },
};

/** The page for a forgotten password. */
export const forgottenPath = '/dashboard/forgotten';

const path = '/dashboard/sign-in';

const show: DashboardRoute = {
  method: 'GET',
  path,
  access: 'anyone',
  async handle(ctx, deps) {
    const { next } = ctx.query;
    const after = ownPath(typeof next === 'string' ? next : '');
    if (ctx.state.signedIn) ctx.redirect(after);
    else await render(ctx, deps, { next: after });
  },
};

const send: DashboardRoute = {
  method: 'POST',
  path,
  access: 'anyone',
  async handle(ctx, deps) {
    const { form, texts } = ctx.state;
    const email = form.get('email').trim().toLowerCase();
    const next = ownPath(form.get('next'));
    const view = { email, next };
    const errors = requireFields(form, ['email', 'password'], texts);
    if (hasErrors(errors)) {
      await refuse(ctx, deps, 400, { ...view, errors });
      return;
    }

    const seconds = await deps.guessLimit.countTry(ctx.ip, email);
    if (seconds > 0) {
      ctx.set('Retry-After', String(seconds));
      const problem = texts.signIn.tooManyTries(Math.ceil(seconds / 60));
      await refuse(ctx, deps, 429, { ...view, problem });
      return;
    }
    const login = await deps.accountStore.findLogin(email);
    const isRight = await verifyPassword(form.get('password'), login?.password_hash);
    if (!login || !isRight) {
      await noteRefusedSignIn(ctx, deps, email);
      await refuse(ctx, deps, 403, { ...view, problem: texts.signIn.refused });
      return;
    }
    await deps.guessLimit.takeBack(ctx.ip, email);
    await enterOrAsk(ctx, deps, login, next);
  },
};

interface View {
  readonly next: string;
  readonly email?: string;
  readonly errors?: FieldErrors;
  /** Why signing in failed. */
  readonly problem?: string;
}

async function refuse(
  ctx: DashboardContext,
  deps: DashboardDeps,
  status: number,
  view: View,
): Promise<void> {
  ctx.status = status;
  await render(ctx, deps, view);
}

async function render(ctx: DashboardContext, deps: DashboardDeps, view: View): Promise<void> {
  const { next, email = '', errors = {}, problem } = view;
  const passkey = await passkeyRequest(ctx, deps, next);
  const { signIn } = ctx.state.texts;
  renderPage(
    ctx,
    { title: signIn.title, hasErrors: hasErrors(errors) || problem !== undefined },
    <>
      <Form class="narrow">
        {problem && <Notice kind="error">{problem}</Notice>}
        <input type="hidden" name="next" value={next} />
        <Field
          name="email"
          label={signIn.email}
          type="email"
          value={email}
          error={errors['email']}
          autocomplete="username"
          autofocus={!email}
        />
        <Field
          name="password"
          label={signIn.password}
          type="password"
          error={errors['password']}
          autocomplete="current-password"
          autofocus={email !== ''}
        />
        <SubmitButton>{signIn.submit}</SubmitButton>
        <p class="hint">
          {deps.mailer ? <a href={forgottenPath}>{signIn.forgottenLink}</a> : signIn.forgotten}
        </p>
      </Form>
      {passkey}
    </>,
  );
}

export const signIn: readonly DashboardRoute[] = [show, send];
