import { userId } from '../../../../shared/contract.ts';
import { createOwnerWithoutKey } from '../../../accounts/accounts.ts';
import { AccountExistsError } from '../../../storage/interfaces/errors.ts';
import { noteOwnChange } from '../../note-change.ts';
import { hasErrors } from '../../protection/form.ts';
import type { DashboardRoute } from '../../route.ts';
import { showInvitation } from './invite-owner.tsx';
import { showOwners } from './list-owners.tsx';
import { ownersPath } from './paths.ts';
import { parsePlan, readTypedPlan } from './plan-fields.tsx';
import { parseWholeNumber } from './whole-number.ts';

/** Makes an owner, and shows the invitation to be sent. Sent again, the form makes no second one. */
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
    try {
      await createOwnerWithoutKey(deps.accountStore, given);
    } catch (error) {
      if (!(error instanceof AccountExistsError)) throw error;
      ctx.status = 400;
      await showOwners(ctx, deps, { ...typed, errors: { email: texts.owners.exists } });
      return;
    }
    const { plan_type, monthly_allowance } = plan.value;
    const details = { plan: plan_type, credits, monthly_allowance };
    await noteOwnChange(ctx, deps, 'account.created', { user_id: email.data, details });
    await showInvitation(ctx, deps, email.data);
  },
};
