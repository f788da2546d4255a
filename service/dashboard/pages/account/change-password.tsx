import { Field } from '../../components/field.tsx';
import { Form } from '../../components/form.tsx';
import { useTexts } from '../../components/page-context.ts';
import { PasswordFields } from '../../components/password-fields.tsx';
import { SubmitButton } from '../../components/submit-button.tsx';
import type { FieldErrors } from '../../protection/form.ts';

interface ChangePasswordProps {
  readonly userId: string;
  readonly errors: FieldErrors;
}

export function ChangePassword({ userId, errors }: ChangePasswordProps) {
  const { account, password } = useTexts();
  return (
    <section aria-labelledby="change-password">
      <h2 id="change-password">{account.changePassword}</h2>
      <Form action="/dashboard/account/password" class="narrow">
        {/* Password managers want to know whose it is. */}
        <input type="text" name="email" value={userId} autocomplete="username" readOnly hidden />
        <Field
          name="current"
          label={account.currentPassword}
          type="password"
          error={errors['current']}
          autocomplete="current-password"
        />
        <PasswordFields errors={errors} label={account.newPassword} />
        <SubmitButton>{password.submit}</SubmitButton>
      </Form>
    </section>
  );
}
