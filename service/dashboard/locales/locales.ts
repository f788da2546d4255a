import { de } from './de.ts';
import { en } from './en.ts';

/** The dashboard's texts in one language. */
export type Texts = typeof en;

/** The languages of the dashboard; the first one is the fallback. */
export const locales = ['en', 'de'] as const;
export type Locale = (typeof locales)[number];

const texts: Record<Locale, Texts> = { en, de };

export function textsOf(locale: Locale): Texts {
  return texts[locale];
}
