import { findLanguage, languages, type Language } from '../../../shared/languages.ts';
import { languageName } from './format.ts';

export { matchLanguage } from '../../../shared/match-language.ts';

export interface LanguageOption {
  value: string;
  label: string;
}

/**
 * All languages, sorted by their name in the screen's language. Each has both names, so users can
 * type either.
 */
export function listLanguageOptions(): LanguageOption[] {
  return languages
    .map((language) => ({ value: language.code, label: bothNames(language) }))
    .sort((one, other) => one.label.localeCompare(other.label));
}

/** Name of a language in the language of the screen, by its code. */
export function languageNameOf(code: string): string {
  return languageName(findLanguage(code));
}

/** "German (Deutsch)" */
function bothNames(language: Language): string {
  const name = languageName(language);
  return name === language.nativeName ? name : `${name} (${language.nativeName})`;
}
