import { de } from './de.ts';
import { en } from './en.ts';

/** Every text of the dashboard, in one language. */
export type Texts = typeof en;

/** The languages of the dashboard, the one that stands in for all others first. */
export const locales = ['en', 'de'] as const;
export type Locale = (typeof locales)[number];

const texts: Record<Locale, Texts> = { en, de };

export function textsOf(locale: Locale): Texts {
  return texts[locale];
}
