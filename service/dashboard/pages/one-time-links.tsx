import { noteChange } from '../../accounts/change-log.ts';
import { findLink, useLink as redeemLink } from '../../accounts/one-time-links.ts';
import { userId } from '../../../shared/contract.ts';
import type { LinkPurpose, OneTimeLink } from '../../storage/interfaces/logins.ts';
import { Field, Form, PasswordFields, SubmitButton } from '../components/form.tsx';
import { enterOrAsk } from './second-factor/second-step.tsx';
import { PageError, tooManyRequests, renderPage } from '../render.tsx';
import { home } from '../paths.ts';
import { hasErrors, type FieldErrors, checkNewPassword } from '../protection/form.ts';
import { setFormToken } from '../protection/form-token.ts';
import type { DashboardRoute, DashboardDeps, PageContext } from '../state.ts';

function pagesOf(purpose: LinkPurpose): DashboardRoute[] {
  const path = `/dashboard/${purpose}/:token`;
  return [
    {
      method: 'GET',
      path,
      access: 'anyone',
      // Opening the link doesn't use it up, because mail scanners also open it.
      async handle(ctx, deps) {
        render(ctx, await getLink(ctx, deps, purpose), '', {});
      },
    },
    {
      method: 'POST',
      path,
      access: 'anyone',
      handle: (ctx, deps) => setPassword(ctx, deps, purpose),
    },
  ];
}

async function setPassword(ctx: PageContext, deps: DashboardDeps, purpose: LinkPurpose) {
  const { form, texts, log } = ctx.state;
  const link = await getLink(ctx, deps, purpose);
  const typed = link.user_id ?? form.get('email');
  const email = userId.safeParse(typed);
  const errors = {
    ...(!email.success && { email: texts.form.email }),
    ...(await checkNewPassword(form, email.data ?? '', texts)),
  };
  if (!email.success || hasErrors(errors)) {
    ctx.status = 400;
    render(ctx, link, typed, errors);
    return;
  }
  const password = form.get('password');
  const login = await redeemLink(deps.accountStore, tokenOf(ctx), { userId: email.data, password });
  if (!login) throw linkGone(purpose);
  const { user_id } = login;
  await noteChange(deps.accountStore, log, { actor: user_id, action: 'password.set', user_id });
  if (ctx.state.signedIn?.login.user_id === user_id) {
    // The session of this browser has ended, too, and the forms of the next page belong to none.
    Object.assign(ctx.state, { signedIn: undefined, navigation: [] });
    setFormToken(ctx);
  }
  await enterOrAsk(ctx, deps, login, home);
}

/** @throws PageError 410 if the link is no longer valid, 429 after many invalid ones */
async function getLink(
  ctx: PageContext,
  { accountStore, guessLimit }: DashboardDeps,
  purpose: LinkPurpose,
): Promise<OneTimeLink> {
  const link = await findLink(accountStore, purpose, tokenOf(ctx));
  if (link) return link;
  const seconds = await guessLimit.countLink(ctx.ip);
  throw seconds > 0 ? tooManyRequests(seconds) : linkGone(purpose);
}

function tokenOf(ctx: PageContext): string {
  return ctx.params['token'] ?? '';
}

function linkGone(purpose: LinkPurpose): PageError {
  return new PageError(410, purpose === 'setup' ? 'setupGone' : 'invitationGone');
}

function render(ctx: PageContext, link: OneTimeLink, typed: string, errors: FieldErrors): void {
  const { texts } = ctx.state;
  const { title, introduction } = texts[link.purpose];
  renderPage(
    ctx,
    { title, hasErrors: hasErrors(errors) },
    <Form class="narrow">
      <p>{introduction}</p>
      <Field
        name="email"
        label={texts.signIn.email}
        type="email"
        value={link.user_id ?? typed}
        error={errors['email']}
        autocomplete="username"
        readOnly={link.user_id !== null}
      />
      <PasswordFields errors={errors} />
      <SubmitButton>{texts.password.submit}</SubmitButton>
    </Form>,
  );
}

/** The pages behind invitation and set-up links. */
export const oneTimeLinks = [...pagesOf('setup'), ...pagesOf('invitation')];
