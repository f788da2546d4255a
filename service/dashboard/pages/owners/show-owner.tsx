import type { Account } from '../../../storage/interfaces/accounts.ts';
import { DataTable } from '../../components/data-table.tsx';
import { Form } from '../../components/form.tsx';
import { Notice } from '../../components/notice.tsx';
import { FormattedNumber } from '../../components/number.tsx';
import { usePageContext } from '../../components/page-context.ts';
import { Pager } from '../../components/pager.tsx';
import { SubmitButton } from '../../components/submit-button.tsx';
import { Time } from '../../components/time.tsx';
import { queryText } from '../../query.ts';
import { renderPage } from '../../render.tsx';
import type { DashboardRoute } from '../../route.ts';
import { findUsers } from '../users/find-users.ts';
import { getOwnerOfPath } from './find-account.ts';
import { accountPath, ownerPath, ownersPath } from './paths.ts';

/** One owner: its accounts, and what can be done to all of them. */
export const showOwner: DashboardRoute = {
  method: 'GET',
  path: `${ownersPath}/:id`,
  access: 'operator',
  async handle(ctx, deps) {
    const owner = await getOwnerOfPath(ctx, deps);
    const after = queryText(ctx, 'after') || undefined;
    const { users, last } = await findUsers(deps.accountStore, owner, { search: '', after });
    const path = ownerPath(owner.user_id);
    renderPage(
      ctx,
      { title: owner.user_id, current: 'owners' },
      <>
        <Actions owner={owner} />
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

function Actions({ owner: { user_id: id, suspended_at: since } }: { readonly owner: Account }) {
  const { owners } = usePageContext().texts;
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
          cell: ({ credits_available: number }) => <FormattedNumber value={number} />,
        },
      ]}
    />
  );
}
