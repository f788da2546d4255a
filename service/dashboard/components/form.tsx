import type { ComponentChildren } from 'preact';
import type { AccountStore } from '../../storage/interfaces/storage-backend.ts';
import { formTokenField, type FieldErrors } from '../protection/form.ts';
import { usePageContext, useTexts } from './page-context.ts';

interface FieldProps {
  readonly name: string;
  readonly label: string;
  readonly type?: 'text' | 'email' | 'password' | 'number' | 'search' | 'date';
  readonly value?: string;
  readonly description?: string | undefined;
  /** The error message. */
  readonly error?: string | undefined;
  /** For the browser's autofill: https://html.spec.whatwg.org/#autofill */
  readonly autocomplete?: string;
  readonly optional?: boolean;
  readonly maxLength?: number;
  readonly autofocus?: boolean;
  readonly readOnly?: boolean;
  /** Suggested values; others can be typed. */
  readonly suggestions?: readonly string[];
}

/** A field with its label, description and error. */
export function Field({ name, label, type = 'text', description, error, ...rest }: FieldProps) {
  const { value, autocomplete, optional = false, maxLength, autofocus, readOnly } = rest;
  const { suggestions } = rest;
  const id = `field-${name}`;
  const described = [description && `${id}-description`, error && `${id}-error`].filter(Boolean);
  return (
    <div class="field">
      <label for={id}>{label}</label>
      {description && (
        <p class="description" id={`${id}-description`}>
          {description}
        </p>
      )}
      <input
        id={id}
        name={name}
        type={type}
        value={value}
        required={!optional}
        maxLength={maxLength}
        autocomplete={autocomplete}
        // The first field with an error gets the focus.
        autofocus={autofocus || error !== undefined}
        readOnly={readOnly}
        list={suggestions && `${id}-suggestions`}
        aria-invalid={error ? 'true' : undefined}
        aria-describedby={described.join(' ') || undefined}
      />
      {suggestions && (
        <datalist id={`${id}-suggestions`}>
          {suggestions.map((suggestion) => (
            <option key={suggestion} value={suggestion} />
          ))}
        </datalist>
      )}
      {error && (
        <p class="field-error" id={`${id}-error`}>
          {error}
        </p>
      )}
    </div>
  );
}

interface SelectProps {
  readonly name: string;
  readonly label: string;
  readonly options: readonly { readonly value: string; readonly label: string }[];
  readonly value: string;
  /** The error message. */
  readonly error?: string | undefined;
}

/** A choice between a few options, with its label. */
export function Select({ name, label, options, value, error }: SelectProps) {
  const id = `field-${name}`;
  return (
    <div class="field">
      <label for={id}>{label}</label>
      <select
        id={id}
        name={name}
        aria-invalid={error ? 'true' : undefined}
        aria-describedby={error && `${id}-error`}
      >
        {options.map((option) => (
          <option key={option.value} value={option.value} selected={option.value === value}>
            {option.label}
          </option>
        ))}
      </select>
      {error && (
        <p class="field-error" id={`${id}-error`}>
          {error}
        </p>
      )}
    </div>
  );
}

interface SubmitButtonProps {
  /** `danger`, in red, is for the final button of an irreversible action. */
  readonly kind?: 'primary' | 'secondary' | 'danger';
  readonly name?: string;
  readonly value?: string;
  readonly children: ComponentChildren;
}

/** The submit button of a form. */
export function SubmitButton({ kind = 'primary', children, ...rest }: SubmitButtonProps) {
  return (
    <button type="submit" class={`button button-${kind}`} {...rest}>
      {children}
    </button>
  );
}

interface PasswordFieldsProps {
  readonly errors: FieldErrors;
  /** "Password" by default. */
  readonly label?: string;
}

/** A new password, to be entered twice. */
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

/** Up to this many users are offered as a list; with more, the user is typed. */
const mostListed = 50;

/** The users to choose from; nothing if there are too many for a list. */
export type UserChoice = readonly string[] | undefined;

/** Lists an owner's users to choose from, the owner first. */
export async function findUserChoice(store: AccountStore, ownerId: string): Promise<UserChoice> {
  const users = await store.listUsers(ownerId, { limit: mostListed + 1 });
  if (users.length > mostListed) return undefined;
  const others = users.map(({ user_id: id }) => id).filter((id) => id !== ownerId);
  return [ownerId, ...others];
}

interface UserFieldProps {
  readonly label: string;
  readonly choice: UserChoice;
  readonly value: string;
  /** The option for all users together; absent if one must be chosen. */
  readonly all?: string;
}

/** The field to choose a user of the owner. */
export function UserField({ label, choice, value, all }: UserFieldProps) {
  const { userField: texts } = useTexts();
  if (!choice) {
    return (
      <Field
        name="user"
        type="email"
        label={label}
        value={value}
        optional
        autocomplete="off"
        description={all === undefined ? texts.typed : texts.typedOrAll}
      />
    );
  }
  const users = choice.map((id) => ({ value: id, label: id }));
  const options = all === undefined ? users : [{ value: '', label: all }, ...users];
  return <Select name="user" label={label} options={options} value={value} />;
}

interface FormProps {
  /** The path to submit to; the path of the page by default. */
  readonly action?: string;
  readonly class?: string;
  /** A question to confirm before submitting, if scripts run. */
  readonly confirm?: string;
  readonly children: ComponentChildren;
}

/** A form that changes something: it uses POST and contains the CSRF token of this browser. */
export function Form({ action, confirm, class: className, children }: FormProps) {
  const { formToken, path } = usePageContext();
  return (
    <form method="post" action={action ?? path} class={className} data-confirm={confirm} novalidate>
      <input type="hidden" name={formTokenField} value={formToken} />
      {children}
    </form>
  );
}

interface PasskeyFormProps {
  readonly action: string;
  /** What the browser is asked to do; `create` makes a new passkey. */
  readonly kind: 'create' | 'request';
  /** The options for the browser's library, as JSON. */
  readonly options: string;
  readonly submit: string;
  /** The message if the browser returns no passkey. */
  readonly failed: string;
  readonly children?: ComponentChildren;
}

/** A form that the browser's passkey fills in. It appears if scripts run. */
export function PasskeyForm(props: PasskeyFormProps) {
  const { action, kind, options, submit, failed, children } = props;
  const { formToken } = usePageContext();
  const data = { 'data-passkey': '', [`data-${kind}`]: options, 'data-failed': failed };
  return (
    <form method="post" action={action} class="narrow" hidden {...data}>
      <input type="hidden" name={formTokenField} value={formToken} />
      <input type="hidden" name="credential" value="" />
      {children}
      <SubmitButton kind={kind === 'create' ? 'primary' : 'secondary'}>{submit}</SubmitButton>
      <p role="status" class="field-error" />
    </form>
  );
}

interface ConfirmProps {
  /** The action of the button, such as "Revoke". */
  readonly submit: string;
  /** The destination of "Cancel". */
  readonly cancelPath: string;
  /** Explains what will be lost; may contain hidden fields. */
  readonly children: ComponentChildren;
}

/** Asks for confirmation on a separate page, so it needs no script. */
export function Confirm({ submit, cancelPath, children }: ConfirmProps) {
  const { confirm } = useTexts();
  return (
    <Form>
      {children}
      <div class="actions">
        <SubmitButton kind="danger">{submit}</SubmitButton>
        <a href={cancelPath}>{confirm.cancel}</a>
      </div>
    </Form>
  );
}

interface FilterFormProps {
  /** The path of the page. */
  readonly path: string;
  readonly submit: string;
  /** Other query parameters to preserve, by name. */
  readonly keep?: Readonly<Record<string, string>>;
  readonly children: ComponentChildren;
}

/** Fields that filter a page. They change nothing, so the choice is in the URL. */
export function FilterForm({ path, submit, keep = {}, children }: FilterFormProps) {
  return (
    <form method="get" action={path} class="filter">
      {Object.entries(keep).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      {children}
      <SubmitButton kind="secondary">{submit}</SubmitButton>
    </form>
  );
}
