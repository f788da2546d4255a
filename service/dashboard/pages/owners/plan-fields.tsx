import { Field } from '../../components/field.tsx';
import { usePageContext } from '../../components/page-context.ts';
import type { Form, FieldErrors } from '../../protection/form.ts';
import type { Texts } from '../../texts/locales.ts';
import { parseWholeNumber } from './whole-number.ts';

/** A plan as it is typed. */
export interface TypedPlan {
  readonly plan: string;
  readonly allowance: string;
}

/** The fields of a plan. Its name is free; three are offered. */
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
        value={plan}
        maxLength={maxPlanLength}
        suggestions={['free', 'pro', 'business']}
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

/** What is stored of a plan. */
export interface Plan {
  readonly plan_type: string;
  readonly monthly_allowance: number | null;
}

export function readTypedPlan(form: Form): TypedPlan {
  return { plan: form.get('plan').trim(), allowance: form.get('allowance').trim() };
}

/** Reads a plan as it was typed; `errors` says what is wrong with it. */
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
