import { noteChange } from '../../accounts/change-log.ts';
import { verifyPassword } from '../../accounts/passwords.ts';
import { endSession } from '../../accounts/sessions.ts';
import { Notice } from '../components/facts.tsx';
import { Field, Form, SubmitButton } from '../components/form.tsx';
import { enter, getSignedIn, writeSessionCookie } from '../get-signed-in.ts';
import { ownPath } from '../paths.ts';
import { hasErrors, requireFields, type FieldErrors } from '../protection/form.ts';
import { redirectAfterPost, renderPage } from '../render.tsx';
import type { DashboardContext, DashboardRoute } from '../state.ts';

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
  handle(ctx, { mailer }) {
    const { next } = ctx.query;
    const after = ownPath(typeof next === 'string' ? next : '');
    if (ctx.state.signedIn) ctx.redirect(after);
    else render(ctx, { next: after, canSend: mailer !== undefined });
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
    const view = { email, next, canSend: deps.mailer !== undefined };
    const errors = requireFields(form, ['email', 'password'], texts);
    if (hasErrors(errors)) {
      refuse(ctx, 400, { ...view, errors });
      return;
    }

    const seconds = await deps.guessLimit.countTry(ctx.ip, email);
    if (seconds > 0) {
      ctx.set('Retry-After', String(seconds));
      const problem = texts.signIn.tooManyTries(Math.ceil(seconds / 60));
      refuse(ctx, 429, { ...view, problem });
      return;
    }
    const login = await deps.accountStore.findLogin(email);
    if (!(await verifyPassword(form.get('password'), login?.password_hash))) {
      const details = { address: ctx.ip };
      const refusal = { actor: email, action: 'sign-in.refused', details } as const;
      await noteChange(deps.accountStore, ctx.state.log, refusal);
      refuse(ctx, 403, { ...view, problem: texts.signIn.refused });
      return;
    }
    await deps.guessLimit.takeBack(ctx.ip, email);
    await enter(ctx, deps, email);
    redirectAfterPost(ctx, view.next);
  },
};

interface View {
  readonly next: string;
  /** Whether a forgotten password can be replaced by e-mail. */
  readonly canSend: boolean;
  readonly email?: string;
  readonly errors?: FieldErrors;
  /** Why signing in failed. */
  readonly problem?: string;
}

function refuse(ctx: DashboardContext, status: number, view: View): void {
  ctx.status = status;
  render(ctx, view);
}

function render(
  ctx: DashboardContext,
  { next, canSend, email = '', errors = {}, problem }: View,
): void {
  const { signIn } = ctx.state.texts;
  renderPage(
    ctx,
    { title: signIn.title, hasErrors: hasErrors(errors) || problem !== undefined },
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
        {canSend ? <a href={forgottenPath}>{signIn.forgottenLink}</a> : signIn.forgotten}
      </p>
    </Form>,
  );
}

export const signIn: readonly DashboardRoute[] = [show, send];
