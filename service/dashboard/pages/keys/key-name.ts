import type { Texts } from '../../texts/locales.ts';

export const longestKeyName = 100;

/** What is wrong with the name of a key. */
export function keyNameProblem(name: string, { form }: Texts): string | undefined {
  if (name === '') return form.required;
  return name.length > longestKeyName ? form.tooLong(longestKeyName) : undefined;
}
