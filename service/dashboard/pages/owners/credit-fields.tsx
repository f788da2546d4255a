import { Field } from '../../components/field.tsx';
import { usePageContext } from '../../components/page-context.ts';
import type { FieldErrors } from '../../protection/form.ts';

/** A change of a balance as it is typed. */
export interface TypedCredits {
  readonly credits: string;
  readonly reason: string;
  readonly reference: string;
}

/** The fields of a change of a balance. */
export function CreditFields({
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

export const maxReasonLength = 200;
export const maxReferenceLength = 100;
