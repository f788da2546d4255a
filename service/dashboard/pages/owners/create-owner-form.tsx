import { Field } from '../../components/field.tsx';
import { Form } from '../../components/form.tsx';
import { usePageContext } from '../../components/page-context.ts';
import { SubmitButton } from '../../components/submit-button.tsx';
import type { FieldErrors } from '../../protection/form.ts';
import { PlanFields } from './plan-fields.tsx';
import { ownersPath } from './paths.ts';

/** What was typed, and what is wrong with it. */
export interface CreateOwnerValues {
  readonly email?: string;
  readonly plan?: string;
  readonly allowance?: string;
  readonly credits?: string;
  readonly errors?: FieldErrors;
}

/** The form that makes an owner. */
export function CreateOwnerForm({
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
