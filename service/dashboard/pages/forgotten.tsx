import { userId } from '../../../shared/contract.ts';
import { createLink } from '../../accounts/one-time-links.ts';
import { Field, Form, SubmitButton } from '../components/form.tsx';
import { getMailer, linkMail } from '../mails.ts';
import { signInPath } from '../paths.ts';
import { redirectAfterPost, renderPage, tooManyRequests } from '../render.tsx';
import type { DashboardContext, DashboardDeps, DashboardRoute } from '../state.ts';
import { forgottenPath } from './sign-in.tsx';

const show: DashboardRoute = {
  method: 'GET',
  path: forgottenPath,
  access: 'anyone',
  handle(ctx, deps) {
    getMailer(deps);
    render(ctx, '');
  },
};

/** Responds the same whether the address is known or not, and before anything is looked up. */
const send: DashboardRoute = {
  method: 'POST',
  path: forgottenPath,
  access: 'anyone',
  async handle(ctx, deps) {
    getMailer(deps);
    const { form, texts } = ctx.state;
    const typed = form.get('email');
    const email = userId.safeParse(typed);
    if (!email.success) {
      ctx.status = 400;
      render(ctx, typed, texts.form.email);
      return;
    }
    const { seconds, isTooMany } = await deps.guessLimit.countMail(ctx.ip, email.data);
    if (seconds > 0) throw tooManyRequests(seconds);
    if (!isTooMany) {
      sendLink(ctx, deps, email.data).catch((error: unknown) =>
        ctx.state.log.error({ err: error }, 'link for a forgotten password not made'),
      );
    }
    redirectAfterPost(ctx, signInPath(), 'linkSent');
  },
};

/** Sends operators and owners a link to set a password, which is the same as in an invitation. */
async function sendLink(ctx: DashboardContext, deps: DashboardDeps, id: string): Promise<void> {
  const { accountStore: store } = deps;
  const [login, account] = await Promise.all([store.findLogin(id), store.findAccount(id)]);
  const isOwner = account?.owner_id === id;
  if (!login?.is_operator && !isOwner) return;
  const purpose = login?.is_operator ? 'setup' : 'invitation';
  const path = await createLink(store, purpose, id);
  getMailer(deps).sendLater(linkMail(ctx.state.texts.mail.forgotten, { deps, to: id, path }));
}

function render(ctx: DashboardContext, email: string, error?: string): void {
  const { forgotten, signIn } = ctx.state.texts;
  renderPage(
    ctx,
    { title: forgotten.title, hasErrors: error !== undefined },
    <Form class="narrow">
      <p>{forgotten.introduction}</p>
      <Field
        name="email"
        label={signIn.email}
        type="email"
        value={email}
        error={error}
        autocomplete="username"
        autofocus
      />
      <SubmitButton>{forgotten.submit}</SubmitButton>
      <p class="hint">
        <a href={signInPath()}>{forgotten.back}</a>
      </p>
    </Form>,
  );
}

/** The page that sends a link to replace a forgotten password. */
export const forgotten = [show, send];
