import { checkPassword } from '../../accounts/passwords.ts';
import type { Texts } from '../texts/locales.ts';
import { requireFields, type FieldErrors, type Form } from './form.ts';

/** What is wrong with the fields `password` and `repeat`, in which somebody has set a password. */
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
