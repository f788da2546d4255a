import { noteChange } from '../../accounts/change-log.ts';
import { hashPassword } from '../../accounts/passwords.ts';
import { listSessions } from '../../accounts/sessions.ts';
import type { Session } from '../../storage/interfaces/logins.ts';
import { DataTable } from '../components/data-table.tsx';
import { Time } from '../components/facts.tsx';
import { Field, Form, PasswordFields, SubmitButton } from '../components/form.tsx';
import { useTexts } from '../components/page-context.ts';
import { browserName } from '../format.ts';
import {
  checkCurrentPassword,
  getSignedIn,
  ownCredentials,
  refusedStatus,
  writeSessionCookie,
} from '../get-signed-in.ts';
import {
  checkNewPassword,
  hasErrors,
  requireFields,
  type FieldErrors,
} from '../protection/form.ts';
import { accountPagePath } from '../paths.ts';
import { PageError, redirectAfterPost, renderPage } from '../render.tsx';
import type { DashboardDeps, DashboardRoute, PageContext } from '../state.ts';
import { SecondFactorSection } from './second-factor/section.tsx';

interface ChangePasswordProps {
  readonly userId: string;
  readonly errors: FieldErrors;
}

function ChangePassword({ userId, errors }: ChangePasswordProps) {
  const { account, password } = useTexts();
  return (
    <section aria-labelledby="change-password">
      <h2 id="change-password">{account.changePassword}</h2>
      <Form action="/dashboard/account/password" class="narrow">
        {/* Password managers need the user name. */}
        <input type="text" name="email" value={userId} autocomplete="username" readOnly hidden />
        <Field
          name="current"
          label={account.currentPassword}
          type="password"
          error={errors['current']}
          autocomplete="current-password"
        />
        <PasswordFields errors={errors} label={account.newPassword} />
        <SubmitButton>{password.submit}</SubmitButton>
      </Form>
    </section>
  );
}

interface SessionListProps {
  readonly sessions: readonly Session[];
  /** The session of this browser. */
  readonly current: Session;
}

/** The active sessions. */
function SessionList({ sessions, current }: SessionListProps) {
  const { account } = useTexts();
  const nameOf = ({ user_agent, id_hash }: Session) => {
    const name = browserName(user_agent) || account.unknownBrowser;
    return id_hash === current.id_hash ? `${name} · ${account.thisSession}` : name;
  };
  return (
    <section aria-labelledby="sessions">
      <h2 id="sessions">{account.sessions}</h2>
      <p class="quiet">{account.sessionsEnd}</p>
      <DataTable
        caption={account.sessions}
        rows={sessions}
        keyOf={({ id_hash }) => id_hash}
        columns={[
          { header: account.browser, cell: nameOf },
          { header: account.signedIn, cell: ({ created_at }) => <Time at={created_at} /> },
          { header: account.lastSeen, cell: ({ last_seen_at }) => <Time at={last_seen_at} /> },
        ]}
      />
      <Form action="/dashboard/account/sign-out-everywhere" confirm={account.signOutQuestion}>
        <div class="actions">
          <SubmitButton kind="secondary">{account.signOutEverywhere}</SubmitButton>
        </div>
      </Form>
    </section>
  );
}

const path = accountPagePath;

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
    const { user_id } = getSignedIn(ctx).login;
    const errors = await checkPasswords(ctx, deps);
    if (hasErrors(errors)) {
      ctx.status = refusedStatus(ctx);
      await render(ctx, deps, errors);
      return;
    }
    const hash = await hashPassword(ctx.state.form.get('password'));
    const isChanged = await deps.accountStore.changePassword(user_id, hash, ownCredentials(ctx));
    if (!isChanged) throw new PageError(403, 'formExpired');
    const change = { actor: user_id, action: 'password.changed', user_id } as const;
    await noteChange(deps.accountStore, ctx.state.log, change);
    redirectAfterPost(ctx, path, 'passwordChanged');
  },
};

/**
 * A stranger at a signed-in browser must know the password to change it, and cannot guess it.
 */
async function checkPasswords(ctx: PageContext, deps: DashboardDeps): Promise<FieldErrors> {
  const { form, texts } = ctx.state;
  const { login } = getSignedIn(ctx);
  const errors = {
    ...(await checkNewPassword(form, login.user_id, texts)),
    ...requireFields(form, ['current'], texts),
  };
  return hasErrors(errors) ? errors : checkCurrentPassword(ctx, deps);
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
  const { session, login, secondFactor } = getSignedIn(ctx);
  const sessions = await listSessions(accountStore, login.user_id);
  renderPage(
    ctx,
    { title: ctx.state.texts.account.title, current: 'account', hasErrors: hasErrors(errors) },
    <>
      <SecondFactorSection factor={secondFactor} />
      <ChangePassword userId={login.user_id} errors={errors} />
      <SessionList sessions={sessions} current={session} />
    </>,
  );
}

export const account: readonly DashboardRoute[] = [show, changePassword, signOutEverywhere];
