import { unlimitedPlan } from '../../../../shared/contract.ts';
import { accountPath, ownerPath, ownersPath } from '../../../accounts/dashboard-paths.ts';
import { addCredits } from '../../../accounts/credits.ts';
import { BalanceTooLowError, ReferenceUsedError } from '../../../accounts/errors.ts';
import type { Account } from '../../../storage/interfaces/accounts.ts';
import { DailyCallsNotice, findDailyCallsOf } from '../../components/daily-calls.tsx';
import { EntryTable, Pager } from '../../components/data-table.tsx';
import { Balance } from '../../components/facts.tsx';
import { Field, Form, SubmitButton } from '../../components/form.tsx';
import { usePageContext } from '../../components/page-context.ts';
import { formatsOf } from '../../format.ts';
import { getSignedIn, noteOwnChange } from '../../get-signed-in.ts';
import type { Texts } from '../../locales/locales.ts';
import { idOfForm, OneUse } from '../../one-use-form.tsx';
import {
  hasErrors,
  requireFields,
  type FieldErrors,
  type Form as SubmittedForm,
} from '../../protection/form.ts';
import { notFound, pageFrom, queryText, redirectAfterPost, renderPage } from '../../render.tsx';
import type { DashboardContext, DashboardDeps, DashboardRoute } from '../../state.ts';
import { getAccountOfPath, parseWholeNumber } from './paths.ts';
import { ExportForm } from './remove-account.tsx';

/** The submitted values of a change of a balance. */
interface TypedCredits {
  readonly credits: string;
  readonly reason: string;
  readonly reference: string;
}

/** The fields to change a balance. */
function CreditFields({
  credits = '',
  reason = '',
  reference = '',
  errors,
}: Partial<TypedCredits> & { readonly errors: FieldErrors }) {
  const { owners } = usePageContext().texts;
  return (
    <>
      <Field
        name="credits"
        type="number"
        label={owners.credits}
        description={owners.creditsDescription}
        value={credits}
        error={errors['credits']}
      />
      <Field
        name="reason"
        label={owners.reason}
        value={reason}
        maxLength={maxReasonLength}
        error={errors['reason']}
      />
      <Field
        name="reference"
        label={owners.reference}
        description={owners.referenceDescription}
        value={reference}
        maxLength={maxReferenceLength}
        optional
        error={errors['reference']}
      />
    </>
  );
}

const maxReasonLength = 200;
const maxReferenceLength = 100;

/** The submitted values of a plan. */
interface TypedPlan {
  readonly plan: string;
  readonly allowance: string;
}

/** The fields of a plan. Its name is free text; some are suggested. */
export function PlanFields({
  plan,
  allowance,
  errors,
}: TypedPlan & { readonly errors: FieldErrors }) {
  const { owners } = usePageContext().texts;
  return (
    <>
      <Field
        name="plan"
        label={owners.plan}
        description={owners.planDescription}
        value={plan}
        maxLength={maxPlanLength}
        suggestions={['free', 'pro', 'business', unlimitedPlan]}
        error={errors['plan']}
      />
      <Field
        name="allowance"
        label={owners.allowance}
        description={owners.allowanceDescription}
        type="number"
        value={allowance}
        optional
        error={errors['allowance']}
      />
    </>
  );
}

const maxPlanLength = 64;

/** The stored fields of a plan. */
interface Plan {
  readonly plan_type: string;
  readonly monthly_allowance: number | null;
}

export function readTypedPlan(form: SubmittedForm): TypedPlan {
  return { plan: form.get('plan').trim(), allowance: form.get('allowance').trim() };
}

/** Parses a submitted plan; `errors` lists its problems. */
export function parsePlan(
  { plan, allowance }: TypedPlan,
  { form, owners }: Texts,
): { value: Plan; errors: FieldErrors } {
  const number = allowance === '' ? null : parseWholeNumber(allowance, 0);
  return {
    value: { plan_type: plan, monthly_allowance: number ?? null },
    errors: {
      ...(plan === '' && { plan: form.required }),
      ...(plan.length > maxPlanLength && { plan: form.tooLong(maxPlanLength) }),
      ...(number === undefined && { allowance: owners.badNumber }),
    },
  };
}

const entriesOnPage = 20;

/** One account: its plan, its credits, and their history. */
export const showAccountPage: DashboardRoute = {
  method: 'GET',
  path: `${ownersPath}/:id/accounts/:user`,
  access: 'operator',
  async handle(ctx, deps) {
    await showAccount(ctx, deps, await getAccountOfPath(ctx, deps));
  },
};

/** The submitted values of one of the two forms, and their errors. */
interface AccountForms {
  readonly plan?: TypedPlan;
  readonly credits?: TypedCredits;
  readonly limit?: string;
  readonly errors?: FieldErrors;
}

async function showAccount(
  ctx: DashboardContext,
  { accountStore, callCounter }: DashboardDeps,
  account: Account,
  { plan, credits, limit, errors = {} }: AccountForms = {},
): Promise<void> {
  const { user_id: id, plan_type, monthly_allowance: allowance } = account;
  const after = queryText(ctx, 'after') || undefined;
  const found = await accountStore.listEntries(id, { limit: entriesOnPage + 1, after });
  const { rows: entries, last } = pageFrom(found, entriesOnPage);
  const { owners, history } = ctx.state.texts;
  const path = accountPath(account);
  const isOwner = account.owner_id === id;
  const daily = isOwner ? await findDailyCallsOf(account, { callCounter }) : undefined;
  const present = { plan: plan_type, allowance: allowance === null ? '' : String(allowance) };
  renderPage(
    ctx,
    { title: id, current: 'owners', hasErrors: hasErrors(errors) },
    <>
      <p class="actions">
        <Balance account={account} />
        <a href={ownerPath(account.owner_id)}>{owners.backToOwner(account.owner_id)}</a>
      </p>
      <section>
        <h2>{owners.creditsTitle}</h2>
        <Form action={accountPath(account, '/credits')} class="narrow">
          <CreditFields {...credits} errors={errors} />
          <OneUse />
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
      {isOwner && (
        <section>
          <h2>{owners.limitTitle}</h2>
          <DailyCallsNotice daily={daily} />
          <Form action={accountPath(account, '/limit')} class="narrow">
            <Field
              name="limit"
              type="number"
              label={owners.dailyCalls}
              description={owners.dailyCallsDescription}
              value={limit ?? String(account.daily_calls_max ?? '')}
              optional
              error={errors['limit']}
            />
            <SubmitButton>{owners.changeLimit}</SubmitButton>
          </Form>
        </section>
      )}
      <section>
        <h2>{history.caption}</h2>
        <EntryTable entries={entries} />
        <Pager
          newest={after === undefined ? undefined : path}
          older={last && `${path}?after=${encodeURIComponent(last.id)}`}
        />
      </section>
      <section>
        <h2>{owners.remove.heading}</h2>
        <div class="actions">
          <ExportForm account={account} />
          <a href={accountPath(account, '/remove')}>{owners.remove.link}</a>
        </div>
      </section>
    </>,
  );
}

const path = `${ownersPath}/:id/accounts/:user`;
const most = 1_000_000_000;

const changePlan: DashboardRoute = {
  method: 'POST',
  path: `${path}/plan`,
  access: 'operator',
  async handle(ctx, deps) {
    const account = await getAccountOfPath(ctx, deps);
    const { form, texts } = ctx.state;
    const typed = readTypedPlan(form);
    const plan = parsePlan(typed, texts);
    const errors = { ...plan.errors, ...form.errors };
    if (hasErrors(errors)) {
      ctx.status = 400;
      await showAccount(ctx, deps, account, { plan: typed, errors });
      return;
    }
    await deps.accountStore.changePlan(account.user_id, plan.value);
    const { plan_type, monthly_allowance } = plan.value;
    const details = { plan: plan_type, monthly_allowance };
    await noteOwnChange(ctx, deps, 'account.plan-changed', { user_id: account.user_id, details });
    redirectAfterPost(ctx, accountPath(account), 'planChanged');
  },
};

const changeLimit: DashboardRoute = {
  method: 'POST',
  path: `${path}/limit`,
  access: 'operator',
  async handle(ctx, deps) {
    const account = await getAccountOfPath(ctx, deps);
    if (account.owner_id !== account.user_id) throw notFound();
    const { form, texts } = ctx.state;
    const limit = form.get('limit').trim();
    const max = limit === '' ? null : parseWholeNumber(limit, 1);
    const bad = max === undefined ? { limit: texts.owners.badLimit } : {};
    const errors = { ...bad, ...form.errors };
    if (max === undefined || hasErrors(errors)) {
      ctx.status = 400;
      await showAccount(ctx, deps, account, { limit, errors });
      return;
    }
    await deps.accountStore.limitCalls(account.user_id, max);
    const details = { daily_calls_max: max };
    await noteOwnChange(ctx, deps, 'account.limited', { user_id: account.user_id, details });
    redirectAfterPost(ctx, accountPath(account), 'limitChanged');
  },
};

const changeCredits: DashboardRoute = {
  method: 'POST',
  path: `${path}/credits`,
  access: 'operator',
  async handle(ctx, deps) {
    const account = await getAccountOfPath(ctx, deps);
    const typed = readTypedCredits(ctx);
    const credits = parseWholeNumber(typed.credits, -most) ?? 0;
    const errors = checkCredits(ctx, credits);
    const reference = typed.reference || null;
    const changed = hasErrors(errors) ? errors : await tryToChange();
    if (typeof changed === 'object') {
      ctx.status = 400;
      await showAccount(ctx, deps, account, { credits: typed, errors: changed });
      return;
    }
    if (changed === 'now') {
      const details = { credits, note: typed.reason, reference };
      await noteOwnChange(ctx, deps, 'account.credited', { user_id: account.user_id, details });
    }
    // A form without a reference that is sent again says what its first time has done.
    const isKnown = changed === 'before' && reference !== null;
    redirectAfterPost(
      ctx,
      accountPath(account),
      isKnown ? 'creditsCountedBefore' : 'creditsChanged',
    );

    /** Returns when the change was made, or why it cannot be. */
    async function tryToChange(): Promise<'now' | 'before' | FieldErrors> {
      const { owners } = ctx.state.texts;
      const { number, day } = formatsOf(ctx.state.locale);
      try {
        const { isRepeat } = await addCredits(deps.accountStore, {
          userId: account.user_id,
          credits,
          note: typed.reason,
          reference,
          formId: `form-${idOfForm(ctx, account.user_id)}`,
          actor: getSignedIn(ctx).login.user_id,
        });
        return isRepeat ? 'before' : 'now';
      } catch (error) {
        if (error instanceof BalanceTooLowError) {
          return { credits: owners.tooFew(number(error.creditsAvailable)) };
        }
        if (error instanceof ReferenceUsedError) {
          const { at, credits: before } = error.entry;
          return { reference: owners.referenceUsed(number(before), day(new Date(at))) };
        }
        throw error;
      }
    }
  },
};

function readTypedCredits({ state: { form } }: DashboardContext) {
  const [credits = '', reason = '', reference = ''] = ['credits', 'reason', 'reference'].map(
    (name) => form.get(name).trim(),
  );
  return { credits, reason, reference };
}

function checkCredits({ state: { form, texts } }: DashboardContext, credits: number): FieldErrors {
  const isLong = (name: string, length: number) => form.get(name).trim().length > length;
  return {
    ...(isLong('reason', maxReasonLength) && { reason: texts.form.tooLong(maxReasonLength) }),
    ...(isLong('reference', maxReferenceLength) && {
      reference: texts.form.tooLong(maxReferenceLength),
    }),
    ...(credits === 0 && { credits: texts.owners.badCredits }),
    ...requireFields(form, ['credits', 'reason'], texts),
  };
}

/** The routes with which an operator changes an account. */
export const changeAccount = [changePlan, changeLimit, changeCredits];
