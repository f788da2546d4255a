import { findLanguage } from '../../../../shared/languages.ts';

/** The name of a language in the language of the page; in English where that has none for it. */
export function languageName(code: string, locale: string): string {
  const language = findLanguage(code);
  const names = new Intl.DisplayNames(locale, { type: 'language', fallback: 'none' });
  return names.of(language.code) ?? language.name;
}
