import { userId } from '../../../../shared/contract.ts';
import { ownerPath, ownersPath } from '../../../accounts/dashboard-paths.ts';
import { createOwnerWithoutKey } from '../../../accounts/accounts.ts';
import type { OwnerSummary } from '../../../storage/interfaces/accounts.ts';
import { AccountExistsError } from '../../../storage/interfaces/errors.ts';
import { DataTable, EmptyState, Pager } from '../../components/data-table.tsx';
import { Credits, FormattedNumber } from '../../components/facts.tsx';
import { Field, FilterForm, Form, SubmitButton } from '../../components/form.tsx';
import { usePageContext } from '../../components/page-context.ts';
import { noteOwnChange } from '../../get-signed-in.ts';
import { hasErrors, type FieldErrors } from '../../protection/form.ts';
import { pageFrom, queryText, renderPage } from '../../render.tsx';
import type { DashboardContext, DashboardDeps, DashboardRoute } from '../../state.ts';
import { parseWholeNumber } from './paths.ts';
import { parsePlan, PlanFields, readTypedPlan } from './show-account.tsx';
import { showInvitation } from './show-owner.tsx';

/** The submitted values and their errors. */
interface CreateOwnerValues {
  readonly email?: string;
  readonly plan?: string;
  readonly allowance?: string;
  readonly credits?: string;
  readonly errors?: FieldErrors;
}

/** The form that creates an owner. */
function CreateOwnerForm({
  email = '',
  plan = 'free',
  allowance = '',
  credits = '0',
  errors = {},
}: CreateOwnerValues) {
  const { owners } = usePageContext().texts;
  return (
    <section>
      <h2>{owners.createTitle}</h2>
      <Form action={ownersPath} class="narrow">
        <Field
          name="email"
          type="email"
          label={owners.email}
          description={owners.createDescription}
          value={email}
          maxLength={254}
          autocomplete="off"
          error={errors['email']}
        />
        <PlanFields {...{ plan, allowance, errors }} />
        <Field
          name="credits"
          type="number"
          label={owners.firstCredits}
          value={credits}
          error={errors['credits']}
        />
        <SubmitButton>{owners.create}</SubmitButton>
      </Form>
    </section>
  );
}

const ownersOnPage = 25;

/** The page "Owners". */
export const listOwners: DashboardRoute = {
  method: 'GET',
  path: ownersPath,
  access: 'operator',
  navigation: 'owners',
  handle: (ctx, deps) => showOwners(ctx, deps),
};

/** Shows the owners. `values` are the submitted values of the form, shown with their errors. */
async function showOwners(
  ctx: DashboardContext,
  { accountStore }: DashboardDeps,
  values?: CreateOwnerValues,
): Promise<void> {
  const search = queryText(ctx, 'search').trim().toLowerCase();
  const after = queryText(ctx, 'after') || undefined;
  const found = await accountStore.listOwners({ search, after, limit: ownersOnPage + 1 });
  const { rows: owners, last } = pageFrom(found, ownersOnPage);
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
          {texts.noMatch} <a href={ownersPath}>{texts.showAll}</a>
        </p>
      )}
      <Pager
        newest={after === undefined ? undefined : address({})}
        older={last && address({ after: last.account.user_id })}
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
          cell: ({ account }) => <Credits account={account} />,
        },
        {
          header: columns.users,
          isNumber: true,
          cell: ({ users }) => <FormattedNumber value={users} />,
        },
        {
          header: columns.state,
          cell: ({ account }) => (
            <span class="status">
              {states[account.suspended_at === null ? 'active' : 'suspended']}
            </span>
          ),
        },
      ]}
    />
  );
}

/**
 * Creates an owner and shows the invitation to send. Submitting the form again creates no second
 * one.
 */
export const createOwner: DashboardRoute = {
  method: 'POST',
  path: ownersPath,
  access: 'operator',
  async handle(ctx, deps) {
    const { form, texts } = ctx.state;
    const typed = {
      email: form.get('email'),
      credits: form.get('credits').trim(),
      ...readTypedPlan(form),
    };
    const email = userId.safeParse(typed.email);
    const credits = parseWholeNumber(typed.credits, 0);
    const plan = parsePlan(typed, texts);
    const errors = {
      ...(!email.success && { email: texts.form.email }),
      ...(credits === undefined && { credits: texts.owners.badNumber }),
      ...plan.errors,
      ...form.errors,
    };
    if (!email.success || credits === undefined || hasErrors(errors)) {
      ctx.status = 400;
      await showOwners(ctx, deps, { ...typed, errors });
      return;
    }
    const given = { ...plan.value, user_id: email.data, credits_available: credits };
    let owner;
    try {
      owner = await createOwnerWithoutKey(deps.accountStore, given);
    } catch (error) {
      if (!(error instanceof AccountExistsError)) throw error;
      ctx.status = 400;
      await showOwners(ctx, deps, { ...typed, errors: { email: texts.owners.exists } });
      return;
    }
    const { plan_type, monthly_allowance } = plan.value;
    const details = { plan: plan_type, credits, monthly_allowance };
    await noteOwnChange(ctx, deps, 'account.created', { user_id: email.data, details });
    await showInvitation(ctx, deps, owner);
  },
};
