import type { FieldErrors } from '../protection/form.ts';
import { Field } from './field.tsx';
import { useTexts } from './page-context.ts';

/** A new password, twice. */
export function PasswordFields({ errors }: { readonly errors: FieldErrors }) {
  const { password } = useTexts();
  return (
    <>
      <Field
        name="password"
        label={password.password}
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
