import { Field } from '../../components/field.tsx';
import { Form } from '../../components/form.tsx';
import { usePageContext } from '../../components/page-context.ts';
import { Select } from '../../components/select.tsx';
import { SubmitButton } from '../../components/submit-button.tsx';
import { OneUse } from '../../one-use-form.tsx';
import type { FieldErrors } from '../../protection/form.ts';
import { expiries } from './expiry.ts';
import { keysPath } from './paths.ts';

/** What was entered, and what is wrong with it. */
export interface KeyFormValues {
  readonly name?: string;
  readonly expiry?: string;
  readonly errors?: FieldErrors;
}

/** The form that makes a key. */
export function KeyForm({ name = '', expiry = 'never', errors = {} }: KeyFormValues) {
  const { keys } = usePageContext().texts;
  return (
    <section>
      <h2>{keys.createTitle}</h2>
      <Form action={keysPath}>
        <OneUse />
        <Field
          name="name"
          label={keys.name}
          description={keys.nameDescription}
          value={name}
          maxLength={100}
          autocomplete="off"
          error={errors['name']}
        />
        <ExpiryField label={keys.expiry} value={expiry} error={errors['expiry']} />
        <SubmitButton>{keys.create}</SubmitButton>
      </Form>
    </section>
  );
}

interface ExpiryFieldProps {
  readonly label: string;
  readonly value: string;
  readonly error?: string | undefined;
}

/** The choice of how long a new key works. */
export function ExpiryField(props: ExpiryFieldProps) {
  const { keys } = usePageContext().texts;
  const options = expiries.map((value) => ({ value, label: keys.expiries[value] }));
  return <Select name="expiry" options={options} {...props} />;
}
