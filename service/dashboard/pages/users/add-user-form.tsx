import { Field } from '../../components/field.tsx';
import { Form } from '../../components/form.tsx';
import { usePageContext } from '../../components/page-context.ts';
import { SubmitButton } from '../../components/submit-button.tsx';
import { usersPath } from './paths.ts';

/** What was entered, and what is wrong with it. */
export interface AddUserFormValues {
  readonly email?: string;
  readonly error?: string;
}

/** The form that adds a user. */
export function AddUserForm({ email = '', error }: AddUserFormValues) {
  const { users } = usePageContext().texts;
  return (
    <section>
      <h2>{users.addTitle}</h2>
      <Form action={usersPath}>
        <Field
          name="email"
          type="email"
          label={users.email}
          description={users.addDescription}
          value={email}
          maxLength={254}
          autocomplete="off"
          error={error}
        />
        <SubmitButton>{users.add}</SubmitButton>
      </Form>
    </section>
  );
}
