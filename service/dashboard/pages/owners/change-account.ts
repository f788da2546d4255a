import { addCredits, referenceOf } from '../../../accounts/add-credits.ts';
import { BalanceTooLowError, ReferenceUsedError } from '../../../accounts/errors.ts';
import { formatsOf } from '../../format.ts';
import { getSignedIn } from '../../get-signed-in.ts';
import { noteOwnChange } from '../../note-change.ts';
import { hasErrors, requireFields, type FieldErrors } from '../../protection/form.ts';
import { redirectAfterPost } from '../../render.tsx';
import type { DashboardRoute } from '../../route.ts';
import type { DashboardContext } from '../../state.ts';
import { maxReasonLength, maxReferenceLength } from './credit-fields.tsx';
import { getAccountOfPath } from './find-account.ts';
import { accountPath, ownersPath } from './paths.ts';
import { parsePlan, readTypedPlan } from './plan-fields.tsx';
import { showAccount } from './show-account.tsx';
import { parseWholeNumber } from './whole-number.ts';

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
    const entries = reference === null ? [] : await deps.accountStore.listEntries(account.user_id);
    const isRepeat = entries.some((entry) => referenceOf(entry) === reference);
    const error = hasErrors(errors) ? errors : await tryToChange();
    if (error) {
      ctx.status = 400;
      await showAccount(ctx, deps, account, { credits: typed, errors: error });
      return;
    }
    if (!isRepeat) {
      const details = { credits, note: typed.reason, reference };
      await noteOwnChange(ctx, deps, 'account.credited', { user_id: account.user_id, details });
    }
    const notice = isRepeat ? 'creditsCountedBefore' : 'creditsChanged';
    redirectAfterPost(ctx, accountPath(account), notice);

    /** Returns what is wrong, if anything is. */
    async function tryToChange(): Promise<FieldErrors | undefined> {
      const { owners } = ctx.state.texts;
      const { number, day } = formatsOf(ctx.state.locale);
      try {
        await addCredits(deps.accountStore, {
          userId: account.user_id,
          credits,
          note: typed.reason,
          reference,
          actor: getSignedIn(ctx).login.user_id,
        });
        return undefined;
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

/** What an operator changes of an account. */
export const changeAccount = [changePlan, changeCredits];
