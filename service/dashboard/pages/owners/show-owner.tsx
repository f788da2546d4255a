import { accountPath, ownerPath, ownersPath } from '../../../accounts/dashboard-paths.ts';
import { createLink } from '../../../accounts/one-time-links.ts';
import type { Account } from '../../../storage/interfaces/accounts.ts';
import type { Change } from '../../../storage/interfaces/usage-log.ts';
import { DataTable, Pager } from '../../components/data-table.tsx';
import { CopyBox, Credits, FormattedNumber, Notice, Time } from '../../components/facts.tsx';
import { Confirm, Form, SubmitButton } from '../../components/form.tsx';
import { usePageContext } from '../../components/page-context.ts';
import { serviceAddress } from '../../format.ts';
import { noteOwnChange } from '../../get-signed-in.ts';
import { invitationMail } from '../../invitation-mail.ts';
import { queryText, redirectAfterPost, renderPage } from '../../render.tsx';
import type { DashboardContext, DashboardDeps, DashboardRoute } from '../../state.ts';
import { findUsers } from '../users/find-users.ts';
import { getOwnerOfPath } from './paths.ts';

const path = `${ownersPath}/:id/suspend`;

/** Warns of the consequences and asks for confirmation. */
const ask: DashboardRoute = {
  method: 'GET',
  path,
  access: 'operator',
  async handle(ctx, deps) {
    const { user_id: id } = await getOwnerOfPath(ctx, deps);
    const { suspend } = ctx.state.texts.owners;
    renderPage(
      ctx,
      { title: suspend.title(id), current: 'owners' },
      <Confirm submit={suspend.submit} cancelPath={ownerPath(id)}>
        <p>{suspend.text}</p>
      </Confirm>,
    );
  },
};

const suspend: DashboardRoute = {
  method: 'POST',
  path,
  access: 'operator',
  async handle(ctx, deps) {
    const { user_id: id, suspended_at: since } = await getOwnerOfPath(ctx, deps);
    if (since === null) {
      await deps.accountStore.suspendAccount(id, new Date().toISOString());
      await noteOwnChange(ctx, deps, 'account.suspended', { user_id: id });
    }
    redirectAfterPost(ctx, ownerPath(id), 'ownerSuspended');
  },
};

const resume: DashboardRoute = {
  method: 'POST',
  path: `${ownersPath}/:id/resume`,
  access: 'operator',
  async handle(ctx, deps) {
    const { user_id: id, suspended_at: since } = await getOwnerOfPath(ctx, deps);
    if (since !== null) {
      await deps.accountStore.suspendAccount(id, null);
      await noteOwnChange(ctx, deps, 'account.resumed', { user_id: id });
    }
    redirectAfterPost(ctx, ownerPath(id), 'ownerResumed');
  },
};

/** The API keys of a suspended owner don't work; its data stays. */
export const suspendOwner = [ask, suspend, resume];

/**
 * Creates an invitation, which may be for an owner who has forgotten the password. An earlier one
 * stops working.
 */
export const inviteOwner: DashboardRoute = {
  method: 'POST',
  path: `${ownersPath}/:id/invite`,
  access: 'operator',
  async handle(ctx, deps) {
    await showInvitation(ctx, deps, await getOwnerOfPath(ctx, deps));
  },
};

/** Creates an invitation and shows it once, because only its hash is stored. */
export async function showInvitation(
  ctx: DashboardContext,
  deps: DashboardDeps,
  owner: Account,
): Promise<void> {
  const { accountStore, mailer, publicUrl } = deps;
  const { user_id: ownerId } = owner;
  const { texts } = ctx.state;
  const { invitation } = texts.owners;
  const path = await createLink(accountStore, 'invitation', ownerId);
  // Never the host that the request names: it could be forged.
  const isSent = await mailer?.send(invitationMail(texts, owner, (publicUrl ?? '') + path));
  const details = { emailed_to: isSent ? ownerId : null };
  await noteOwnChange(ctx, deps, 'account.invited', { user_id: ownerId, details });
  renderPage(
    ctx,
    { title: invitation.title(ownerId), current: 'owners' },
    <>
      {isSent !== undefined && (
        <Notice kind={isSent ? 'success' : 'error'}>
          {isSent ? invitation.sent(ownerId) : invitation.notSent}
        </Notice>
      )}
      <p>{isSent ? invitation.textIfSent : invitation.text}</p>
      <CopyBox
        label={invitation.label}
        value={serviceAddress(ctx, deps) + path}
        testId="invitation"
      />
      <p>{invitation.once}</p>
      <p>
        <a href={ownerPath(ownerId)}>{invitation.back}</a>
      </p>
    </>,
  );
}

/** One owner: its accounts, and the actions for all of them. */
export const showOwner: DashboardRoute = {
  method: 'GET',
  path: `${ownersPath}/:id`,
  access: 'operator',
  async handle(ctx, deps) {
    const owner = await getOwnerOfPath(ctx, deps);
    const after = queryText(ctx, 'after') || undefined;
    const { users, last } = await findUsers(deps.accountStore, owner, { search: '', after });
    const path = ownerPath(owner.user_id);
    const invitation = await findInvitation(deps, owner.user_id);
    renderPage(
      ctx,
      { title: owner.user_id, current: 'owners' },
      <>
        <Actions owner={owner} />
        <Invited ownerId={owner.user_id} invitation={invitation} />
        <AccountTable accounts={users} />
        <Pager
          newest={after === undefined ? undefined : path}
          older={last === undefined ? undefined : `${path}?after=${encodeURIComponent(last)}`}
          isByName
        />
      </>,
    );
  },
};

/** The last invitation of an owner who has not set a password since. */
async function findInvitation(
  { accountStore }: DashboardDeps,
  ownerId: string,
): Promise<Change | undefined> {
  if ((await accountStore.findLogin(ownerId))?.password_hash) return undefined;
  const request = { action: 'account.invited', about: ownerId, limit: 50 };
  const changes = await accountStore.listChanges(request);
  // The owner may also have invited others.
  return changes.find(({ user_id: id }) => id === ownerId);
}

interface InvitedProps {
  readonly ownerId: string;
  readonly invitation: Change | undefined;
}

function Invited({ ownerId, invitation }: InvitedProps) {
  const { invited } = usePageContext().texts.owners;
  if (!invitation) return null;
  return (
    <p class="quiet">
      {invited.at} <Time at={invitation.at} />.{' '}
      {invitation.details['emailed_to'] ? invited.emailed(ownerId) : invited.byHand}
    </p>
  );
}

function Actions({ owner }: { readonly owner: Account }) {
  const { user_id: id, suspended_at: since } = owner;
  const { keys, owners } = usePageContext().texts;
  return (
    <>
      {since !== null && (
        <Notice kind="error">
          {owners.suspendedSince} <Time at={since} />
        </Notice>
      )}
      <div class="actions">
        <Form action={ownerPath(id, '/invite')}>
          <SubmitButton kind="secondary">{owners.invite}</SubmitButton>
        </Form>
        {since === null ? (
          <a href={ownerPath(id, '/suspend')}>{owners.suspend.submit}</a>
        ) : (
          <Form action={ownerPath(id, '/resume')}>
            <SubmitButton kind="secondary">{owners.resume}</SubmitButton>
          </Form>
        )}
        <a href={ownerPath(id, '/keys')}>{keys.title}</a>
        <a href={accountPath(owner, '/remove')}>{owners.remove.link}</a>
        <a href={ownersPath}>{owners.back}</a>
      </div>
    </>
  );
}

function AccountTable({ accounts }: { readonly accounts: readonly Account[] }) {
  const { columns, accounts: caption, noAllowance } = usePageContext().texts.owners;
  return (
    <DataTable
      caption={caption}
      rows={accounts}
      keyOf={({ user_id: id }) => id}
      columns={[
        {
          header: columns.user,
          cell: (account) => <a href={accountPath(account)}>{account.user_id}</a>,
        },
        { header: columns.plan, cell: ({ plan_type: plan }) => plan },
        {
          header: columns.allowance,
          isNumber: true,
          cell: ({ monthly_allowance: number }) =>
            number === null ? noAllowance : <FormattedNumber value={number} />,
        },
        {
          header: columns.credits,
          isNumber: true,
          cell: (account) => <Credits account={account} />,
        },
      ]}
    />
  );
}
