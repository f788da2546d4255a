import { changeActions } from '../../../accounts/change-log.ts';
import type { Change } from '../../../storage/interfaces/change-log.ts';
import type { Formats } from '../../format.ts';
import type { Texts } from '../../texts/locales.ts';

/** What was done, in words; the name that is stored, where this version does not know it. */
export function describeAction({ action }: Pick<Change, 'action'>, { log }: Texts): string {
  const known = changeActions.find((one) => one === action);
  return known ? log.actions[known] : action;
}

/** What else is known of a change: "Name: Blog, Key: ••••x1Yz". */
export function describeDetails({ details }: Change, { log }: Texts, formats: Formats): string {
  const names: Readonly<Record<string, string>> = log.details;
  // PostgreSQL does not keep the order in which they came.
  return [...new Set([...Object.keys(names), ...Object.keys(details)])]
    .flatMap((name) => {
      const value = details[name] ?? null;
      if (value === null) return [];
      const text = typeof value === 'number' ? formats.number(value) : value;
      return [`${names[name] ?? name}: ${name === 'last4' ? `••••${text}` : text}`];
    })
    .join(', ');
}
