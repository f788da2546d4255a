import type { FieldErrors } from '../protection/form.ts';
import { Field } from './field.tsx';
import { useTexts } from './page-context.ts';

interface PasswordFieldsProps {
  readonly errors: FieldErrors;
  /** "Password" unless another one stands beside it. */
  readonly label?: string;
}

/** A new password, twice. */
export function PasswordFields({ errors, label }: PasswordFieldsProps) {
  const { password } = useTexts();
  return (
    <>
      <Field
        name="password"
        label={label ?? password.password}
        type="password"
        description={password.description}
        error={errors['password']}
        autocomplete="new-password"
      />
      <Field
        name="repeat"
        label={password.repeat}
        type="password"
        error={errors['repeat']}
        autocomplete="new-password"
      />
    </>
  );
}
