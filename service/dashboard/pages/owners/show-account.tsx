import { EntryTable } from '../../components/entry-table.tsx';
import { Form } from '../../components/form.tsx';
import { Pager } from '../../components/pager.tsx';
import { SubmitButton } from '../../components/submit-button.tsx';
import { hasErrors, type FieldErrors } from '../../protection/form.ts';
import { queryText } from '../../query.ts';
import { renderPage } from '../../render.tsx';
import type { DashboardRoute } from '../../route.ts';
import type { DashboardContext, DashboardDeps } from '../../state.ts';
import type { Account } from '../../../storage/interfaces/accounts.ts';
import { CreditFields, type TypedCredits } from './credit-fields.tsx';
import { getAccountOfPath } from './find-account.ts';
import { accountPath, ownerPath, ownersPath } from './paths.ts';
import { PlanFields, type TypedPlan } from './plan-fields.tsx';

const entriesOnPage = 25;

/** One account: its plan, its credits, and their history. */
export const showAccountPage: DashboardRoute = {
  method: 'GET',
  path: `${ownersPath}/:id/accounts/:user`,
  access: 'operator',
  async handle(ctx, deps) {
    await showAccount(ctx, deps, await getAccountOfPath(ctx, deps));
  },
};

/** What was typed into one of the two forms, and what is wrong with it. */
export interface AccountForms {
  readonly plan?: TypedPlan;
  readonly credits?: TypedCredits;
  readonly errors?: FieldErrors;
}

export async function showAccount(
  ctx: DashboardContext,
  { accountStore }: DashboardDeps,
  account: Account,
  { plan, credits, errors = {} }: AccountForms = {},
): Promise<void> {
  const { user_id: id, plan_type, monthly_allowance: allowance } = account;
  const after = queryText(ctx, 'after') || undefined;
  const found = await accountStore.listEntries(id, { limit: entriesOnPage + 1, after });
  const entries = found.slice(0, entriesOnPage);
  const last = found.length > entries.length ? entries.at(-1)?.id : undefined;
  const { owners, history } = ctx.state.texts;
  const path = accountPath(account);
  const present = { plan: plan_type, allowance: allowance === null ? '' : String(allowance) };
  renderPage(
    ctx,
    { title: id, current: 'owners', hasErrors: hasErrors(errors) },
    <>
      <p class="actions">
        <span>
          {history.balance(account.credits_available)} · {history.plan(plan_type)}
        </span>
        <a href={ownerPath(account.owner_id)}>{owners.backToOwner(account.owner_id)}</a>
      </p>
      <section>
        <h2>{owners.creditsTitle}</h2>
        <Form action={accountPath(account, '/credits')} class="narrow">
          <CreditFields {...credits} errors={errors} />
          <SubmitButton>{owners.addCredits}</SubmitButton>
        </Form>
      </section>
      <section>
        <h2>{owners.plan}</h2>
        <Form action={accountPath(account, '/plan')} class="narrow">
          <PlanFields {...(plan ?? present)} errors={errors} />
          <SubmitButton>{owners.changePlan}</SubmitButton>
        </Form>
      </section>
      <section>
        <h2>{history.caption}</h2>
        <EntryTable entries={entries} />
        <Pager
          newest={after === undefined ? undefined : path}
          older={last === undefined ? undefined : `${path}?after=${encodeURIComponent(last)}`}
        />
      </section>
    </>,
  );
}
