import { userId } from '../../../../shared/contract.ts';
import { createAccount, findUserOfOwner } from '../../../accounts/accounts.ts';
import type { Account } from '../../../storage/interfaces/accounts.ts';
import { AccountExistsError } from '../../../storage/interfaces/errors.ts';
import { DailyCallsNotice, findDailyCallsOf } from '../../components/daily-calls.tsx';
import { DataTable, Pager } from '../../components/data-table.tsx';
import { Credits, FormattedNumber } from '../../components/facts.tsx';
import { Field, FilterForm, Form, SubmitButton } from '../../components/form.tsx';
import { usePageContext } from '../../components/page-context.ts';
import { getOwner, noteOwnChange } from '../../get-signed-in.ts';
import { queryText, redirectAfterPost, renderPage } from '../../render.tsx';
import type { DashboardContext, DashboardDeps, DashboardRoute } from '../../state.ts';
import { findUsers, historyPath, usersPath } from './find-users.ts';

/** The submitted values and their errors. */
interface AddUserFormValues {
  readonly email?: string;
  readonly error?: string;
}

/** The form that adds a user. */
function AddUserForm({ email = '', error }: AddUserFormValues) {
  const { users } = usePageContext().texts;
  return (
    <section>
      <h2>{users.addTitle}</h2>
      <Form action={usersPath}>
        <Field
          name="email"
          type="email"
          label={users.email}
          description={users.addDescription}
          value={email}
          maxLength={254}
          autocomplete="off"
          error={error}
        />
        <SubmitButton>{users.add}</SubmitButton>
      </Form>
    </section>
  );
}

/** The page "Users". */
export const listUsers: DashboardRoute = {
  method: 'GET',
  path: usersPath,
  access: 'owner',
  navigation: 'users',
  handle: (ctx, deps) => showUsers(ctx, deps),
};

/** Shows the users of the owner. `form` contains the submitted values and errors. */
async function showUsers(
  ctx: DashboardContext,
  { accountStore, callCounter }: DashboardDeps,
  form?: AddUserFormValues,
): Promise<void> {
  const owner = getOwner(ctx);
  const search = queryText(ctx, 'search').trim().toLowerCase();
  const after = queryText(ctx, 'after') || undefined;
  const { users, last } = await findUsers(accountStore, owner, { search, after });
  const month = `${new Date().toISOString().slice(0, 7)}-01`;
  const ids = users.map(({ user_id: id }) => id);
  const calls = await accountStore.usageOfUsers(ids, month);
  const daily = await findDailyCallsOf(owner, { callCounter });
  const { users: texts } = ctx.state.texts;
  const isFiltered = search !== '' || after !== undefined;
  const address = (query: Record<string, string>) =>
    `${usersPath}?${new URLSearchParams({ ...(search && { search }), ...query })}`;
  renderPage(
    ctx,
    { title: texts.title, current: 'users', hasErrors: form !== undefined },
    <>
      <p>{texts.intro}</p>
      <DailyCallsNotice daily={daily} />
      <FilterForm path={usersPath} submit={texts.search}>
        <Field name="search" type="search" label={texts.searchLabel} value={search} optional />
      </FilterForm>
      {users.length > 0 ? (
        <UserTable users={users} calls={calls} ownerId={owner.user_id} />
      ) : (
        <p>{texts.noMatch}</p>
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
          cell: (account) => <Credits account={account} />,
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

/** Further details of a user. */
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

/** Every user starts with this, because only operators assign plans and credits. */
const beginning = { plan_type: 'free', credits_available: 0, monthly_allowance: null };

/** Adds a user to the owner's users. */
export const addUser: DashboardRoute = {
  method: 'POST',
  path: usersPath,
  access: 'owner',
  async handle(ctx, deps) {
    const { form, texts } = ctx.state;
    const typed = form.get('email');
    const parsed = userId.safeParse(typed);
    const error =
      form.errors['email'] ??
      (parsed.success ? await tryToAdd(ctx, deps, parsed.data) : texts.users.badEmail);
    if (error === undefined) {
      redirectAfterPost(ctx, usersPath, 'userAdded');
      return;
    }
    ctx.status = 400;
    await showUsers(ctx, deps, { email: typed, error });
  },
};

/** Returns the errors, if there are any. */
async function tryToAdd(
  ctx: DashboardContext,
  deps: DashboardDeps,
  id: string,
): Promise<string | undefined> {
  const { user_id: ownerId } = getOwner(ctx);
  try {
    await createAccount(deps.accountStore, { ...beginning, user_id: id, owner_id: ownerId });
  } catch (error) {
    if (!(error instanceof AccountExistsError)) throw error;
    const { known, taken } = ctx.state.texts.users;
    return (await findUserOfOwner(deps.accountStore, id, ownerId)) ? known : taken;
  }
  const details = { owner: ownerId };
  await noteOwnChange(ctx, deps, 'account.created', { user_id: id, details });
  return undefined;
}
