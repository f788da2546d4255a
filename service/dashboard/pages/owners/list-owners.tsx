import type { OwnerSummary } from '../../../storage/interfaces/accounts.ts';
import { DataTable } from '../../components/data-table.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { Field } from '../../components/field.tsx';
import { FilterForm } from '../../components/filter-form.tsx';
import { FormattedNumber } from '../../components/number.tsx';
import { usePageContext } from '../../components/page-context.ts';
import { Pager } from '../../components/pager.tsx';
import { hasErrors } from '../../protection/form.ts';
import { queryText } from '../../query.ts';
import { renderPage } from '../../render.tsx';
import type { DashboardRoute } from '../../route.ts';
import type { DashboardContext, DashboardDeps } from '../../state.ts';
import { CreateOwnerForm, type CreateOwnerValues } from './create-owner-form.tsx';
import { ownerPath, ownersPath } from './paths.ts';

const ownersOnPage = 25;

/** The page "Owners". */
export const listOwners: DashboardRoute = {
  method: 'GET',
  path: ownersPath,
  access: 'operator',
  navigation: 'owners',
  handle: (ctx, deps) => showOwners(ctx, deps),
};

/** Shows the owners; with `values`, the form to make one as it was sent, and what is wrong. */
export async function showOwners(
  ctx: DashboardContext,
  { accountStore }: DashboardDeps,
  values?: CreateOwnerValues,
): Promise<void> {
  const search = queryText(ctx, 'search').trim().toLowerCase();
  const after = queryText(ctx, 'after') || undefined;
  const found = await accountStore.listOwners({ search, after, limit: ownersOnPage + 1 });
  const owners = found.slice(0, ownersOnPage);
  const last = found.length > owners.length ? owners.at(-1)?.account.user_id : undefined;
  const { owners: texts } = ctx.state.texts;
  const address = (query: Record<string, string>) =>
    `${ownersPath}?${new URLSearchParams({ ...(search && { search }), ...query })}`;
  const isEmpty = owners.length === 0 && search === '' && after === undefined;
  renderPage(
    ctx,
    { title: texts.title, current: 'owners', hasErrors: hasErrors(values?.errors ?? {}) },
    <>
      <p>{texts.intro}</p>
      {isEmpty ? (
        <EmptyState text={texts.empty} />
      ) : (
        <FilterForm path={ownersPath} submit={texts.search}>
          <Field name="search" type="search" label={texts.searchLabel} value={search} optional />
        </FilterForm>
      )}
      {owners.length > 0 && <OwnerTable owners={owners} />}
      {owners.length === 0 && !isEmpty && (
        <p>
          {texts.nobody} <a href={ownersPath}>{texts.showAll}</a>
        </p>
      )}
      <Pager
        newest={after === undefined ? undefined : address({})}
        older={last === undefined ? undefined : address({ after: last })}
        isByName
      />
      <CreateOwnerForm {...values} />
    </>,
  );
}

function OwnerTable({ owners }: { readonly owners: readonly OwnerSummary[] }) {
  const { title, columns, states } = usePageContext().texts.owners;
  return (
    <DataTable
      caption={title}
      rows={owners}
      keyOf={({ account }) => account.user_id}
      columns={[
        {
          header: columns.owner,
          cell: ({ account: { user_id: id } }) => <a href={ownerPath(id)}>{id}</a>,
        },
        { header: columns.plan, cell: ({ account }) => account.plan_type },
        {
          header: columns.credits,
          isNumber: true,
          cell: ({ account }) => <FormattedNumber value={account.credits_available} />,
        },
        {
          header: columns.users,
          isNumber: true,
          cell: ({ users }) => <FormattedNumber value={users} />,
        },
        {
          header: columns.state,
          cell: ({ account }) => states[account.suspended_at === null ? 'active' : 'suspended'],
        },
      ]}
    />
  );
}
