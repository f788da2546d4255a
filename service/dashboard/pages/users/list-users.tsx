import type { Account } from '../../../storage/interfaces/accounts.ts';
import { DataTable } from '../../components/data-table.tsx';
import { Field } from '../../components/field.tsx';
import { FilterForm } from '../../components/filter-form.tsx';
import { FormattedNumber } from '../../components/number.tsx';
import { usePageContext } from '../../components/page-context.ts';
import { Pager } from '../../components/pager.tsx';
import { getOwner } from '../../get-signed-in.ts';
import { queryText } from '../../query.ts';
import { renderPage } from '../../render.tsx';
import type { DashboardRoute } from '../../route.ts';
import type { DashboardContext, DashboardDeps } from '../../state.ts';
import { AddUserForm, type AddUserFormValues } from './add-user-form.tsx';
import { findUsers } from './find-users.ts';
import { historyPath, usersPath } from './paths.ts';

/** The page "Users". */
export const listUsers: DashboardRoute = {
  method: 'GET',
  path: usersPath,
  access: 'owner',
  navigation: 'users',
  handle: (ctx, deps) => showUsers(ctx, deps),
};

/** Shows the users of the owner; with `form`, the form to add one as it was sent, and what is wrong. */
export async function showUsers(
  ctx: DashboardContext,
  { accountStore }: DashboardDeps,
  form?: AddUserFormValues,
): Promise<void> {
  const owner = getOwner(ctx);
  const search = queryText(ctx, 'search').trim().toLowerCase();
  const after = queryText(ctx, 'after') || undefined;
  const { users, last } = await findUsers(accountStore, owner, { search, after });
  const month = `${new Date().toISOString().slice(0, 7)}-01`;
  const ids = users.map(({ user_id: id }) => id);
  const calls = await accountStore.usageOfUsers(ids, month);
  const { users: texts } = ctx.state.texts;
  const isFiltered = search !== '' || after !== undefined;
  const address = (query: Record<string, string>) =>
    `${usersPath}?${new URLSearchParams({ ...(search && { search }), ...query })}`;
  renderPage(
    ctx,
    { title: texts.title, current: 'users', hasErrors: form !== undefined },
    <>
      <p>{texts.intro}</p>
      <FilterForm path={usersPath} submit={texts.search}>
        <Field name="search" type="search" label={texts.searchLabel} value={search} optional />
      </FilterForm>
      {users.length > 0 ? (
        <UserTable users={users} calls={calls} ownerId={owner.user_id} />
      ) : (
        <p>{texts.nobody}</p>
      )}
      {isFiltered && (
        <p>
          <a href={usersPath}>{texts.showAll}</a>
        </p>
      )}
      <Pager
        newest={after === undefined ? undefined : address({})}
        older={last === undefined ? undefined : address({ after: last })}
        isByName
      />
      {!isFiltered && users.length === 1 && <p>{texts.onlyYou}</p>}
      <AddUserForm {...form} />
    </>,
  );
}

interface UserTableProps {
  readonly users: readonly Account[];
  readonly calls: ReadonlyMap<string, number>;
  readonly ownerId: string;
}

function UserTable({ users, calls, ownerId }: UserTableProps) {
  const { title, columns, you } = usePageContext().texts.users;
  return (
    <DataTable
      caption={title}
      rows={users}
      keyOf={({ user_id: id }) => id}
      columns={[
        {
          header: columns.user,
          cell: ({ user_id: id }) => (
            <span>
              {id} {id === ownerId && <span class="quiet">{you}</span>}
            </span>
          ),
        },
        { header: columns.plan, cell: ({ plan_type: plan }) => plan },
        {
          header: columns.credits,
          isNumber: true,
          cell: ({ credits_available: credits }) => <FormattedNumber value={credits} />,
        },
        {
          header: columns.calls,
          isNumber: true,
          cell: ({ user_id: id }) => <FormattedNumber value={calls.get(id) ?? 0} />,
        },
        { header: columns.more, cell: ({ user_id: id }) => <UserLinks userId={id} /> },
      ]}
    />
  );
}

/** What else is known of a user. */
function UserLinks({ userId }: { readonly userId: string }) {
  const { links } = usePageContext().texts.users;
  const user = encodeURIComponent(userId);
  const whose = <span class="visually-hidden"> {userId}</span>;
  return (
    <span class="actions">
      <a href={historyPath(userId)}>
        {links.history}
        {whose}
      </a>
      <a href={`/dashboard/usage?user=${user}`}>
        {links.usage}
        {whose}
      </a>
      <a href={`/dashboard/calls?user=${user}`}>
        {links.calls}
        {whose}
      </a>
    </span>
  );
}
