import { checkPassword } from '../../accounts/passwords.ts';
import type { Texts } from '../locales/locales.ts';

/** The field with the form's token. */
export const formTokenField = 'form_token';

/** Longest value of a field, in characters (UTF-16 code units). */
const maxFieldLength = 1_000;

/** The passkey data that a browser sends is longer. */
const maxLengths: Readonly<Record<string, number>> = { credential: 16_000 };

/** Error messages by field name. */
export type FieldErrors = Readonly<Record<string, string | undefined>>;

/** The values of a submitted form. */
export interface Form {
  /** The raw value of a field; empty if it is absent or invalid. */
  get(name: string): string;
  /** Errors that apply to any field: sent twice, too long, not text. */
  readonly errors: FieldErrors;
}

/** Parses a body in `application/x-www-form-urlencoded`. */
export function parseForm(body: string, texts: Texts): Form {
  const fields = new URLSearchParams(body);
  const errors: Record<string, string> = Object.create(null) as Record<string, string>;
  for (const name of new Set(fields.keys())) {
    const values = fields.getAll(name);
    const problem = problemOf(values, maxLengths[name] ?? maxFieldLength, texts);
    if (problem) errors[name] = problem;
  }
  return {
    get: (name) => (name in errors ? '' : (fields.get(name) ?? '')),
    errors,
  };
}

function problemOf(
  values: readonly string[],
  maxLength: number,
  { form }: Texts,
): string | undefined {
  const [value = ''] = values;
  if (values.length > 1) return form.sentTwice;
  if (value.length > maxLength) return form.tooLong(maxLength);
  // The Unicode replacement character replaces bytes that are not valid UTF-8.
  if (/[^\P{Cc}\t\r\n]|\ufffd/u.test(value)) return form.notText;
  return undefined;
}

/** The errors of a whole form: those of its values, and of required fields that are empty. */
export function requireFields(form: Form, names: readonly string[], texts: Texts): FieldErrors {
  const empty = names.filter((name) => form.get(name).trim() === '');
  const missing = empty.map((name) => [name, texts.form.required]);
  return { ...Object.fromEntries(missing), ...form.errors } as FieldErrors;
}

export function hasErrors(errors: FieldErrors): boolean {
  return Object.values(errors).some((error) => error !== undefined);
}

/** Validates the fields `password` and `repeat` of a new password. */
export async function checkNewPassword(
  form: Form,
  userId: string,
  texts: Texts,
): Promise<FieldErrors> {
  const password = form.get('password');
  const problems = await checkPassword(password, userId);
  const sentences = problems.map((problem) => texts.password.problems[problem]);
  return {
    ...(sentences.length > 0 && { password: sentences.join(' ') }),
    ...(form.get('repeat') !== password && { repeat: texts.password.notTheSame }),
    ...requireFields(form, ['password', 'repeat'], texts),
  };
}
