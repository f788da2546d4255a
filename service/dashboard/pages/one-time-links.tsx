import { noteChange } from '../../accounts/change-log.ts';
import { findLink, useLink } from '../../accounts/one-time-links.ts';
import { hashPassword } from '../../accounts/passwords.ts';
import { userId } from '../../../shared/contract.ts';
import type { LinkPurpose, OneTimeLink } from '../../storage/interfaces/logins.ts';
import { Field } from '../components/field.tsx';
import { Form } from '../components/form.tsx';
import { PasswordFields } from '../components/password-fields.tsx';
import { SubmitButton } from '../components/submit-button.tsx';
import { enter } from '../enter.ts';
import { PageError } from '../page-error.ts';
import { home } from '../paths.ts';
import { hasErrors, type FieldErrors } from '../protection/form.ts';
import { checkNewPassword } from '../protection/new-password.ts';
import { redirectAfterPost, renderPage } from '../render.tsx';
import type { DashboardRoute } from '../route.ts';
import type { DashboardContext, DashboardDeps } from '../state.ts';

/** The pages behind the links that let somebody in for the first time. */
export const oneTimeLinks = [...pagesOf('setup'), ...pagesOf('invitation')];

function pagesOf(purpose: LinkPurpose): DashboardRoute[] {
  const path = `/dashboard/${purpose}/:token`;
  return [
    {
      method: 'GET',
      path,
      access: 'anyone',
      // This does not use the link up: programs that check mail for bad links open it, too.
      async handle(ctx, deps) {
        const link = await getLink(ctx, deps, purpose);
        render(ctx, link, {});
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

async function setPassword(ctx: DashboardContext, deps: DashboardDeps, purpose: LinkPurpose) {
  const { form, texts, log } = ctx.state;
  const link = await getLink(ctx, deps, purpose);
  const email = userId.safeParse(link.user_id ?? form.get('email'));
  const errors = {
    ...(!email.success && { email: texts.form.email }),
    ...(await checkNewPassword(form, email.data ?? '', texts)),
  };
  if (!email.success || hasErrors(errors)) {
    ctx.status = 400;
    render(ctx, link, errors);
    return;
  }
  const passwordHash = await hashPassword(form.get('password'));
  const login = await useLink(deps.accountStore, tokenOf(ctx), email.data, passwordHash);
  if (!login) throw linkGone(purpose);
  await noteChange(deps.accountStore, log, {
    actor: login.user_id,
    action: `${purpose}.used`,
    user_id: login.user_id,
  });
  await enter(ctx, deps, login.user_id);
  redirectAfterPost(ctx, home);
}

/** @throws PageError 410 where the link is not valid, 429 after many that were not */
async function getLink(
  ctx: DashboardContext,
  { accountStore, linkLimit }: DashboardDeps,
  purpose: LinkPurpose,
): Promise<OneTimeLink> {
  const link = await findLink(accountStore, tokenOf(ctx));
  if (link?.purpose === purpose) return link;
  await linkLimit.count(ctx.ip);
  throw linkGone(purpose);
}

function tokenOf(ctx: DashboardContext): string {
  return ctx.params['token'] ?? '';
}

function linkGone(purpose: LinkPurpose): PageError {
  return new PageError(410, purpose === 'setup' ? 'setupGone' : 'invitationGone');
}

function render(ctx: DashboardContext, { purpose, user_id }: OneTimeLink, errors: FieldErrors) {
  const texts = ctx.state.texts[purpose];
  renderPage(
    ctx,
    { title: texts.title, hasErrors: hasErrors(errors) },
    <Form class="narrow">
      <p>{texts.introduction}</p>
      <Field
        name="email"
        label={ctx.state.texts.signIn.email}
        type="email"
        value={user_id ?? ctx.state.form?.get('email') ?? ''}
        error={errors['email']}
        autocomplete="username"
        readOnly={user_id !== null}
      />
      <PasswordFields errors={errors} />
      <SubmitButton>{ctx.state.texts.password.submit}</SubmitButton>
    </Form>,
  );
}
