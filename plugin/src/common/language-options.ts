import { findLanguage, languages, type Language } from '../../../shared/languages.ts';
import { languageName } from './format.ts';

export { matchLanguage } from '../../../shared/match-language.ts';

export interface LanguageOption {
  value: string;
  label: string;
}

/** All languages in the order of their names on this screen, with both names, so that either can be typed. */
export function listLanguageOptions(): LanguageOption[] {
  return languages
    .map((language) => ({ value: language.code, label: bothNames(language) }))
    .sort((one, other) => one.label.localeCompare(other.label));
}

/** Name of the language that a code asks for, in the language of the screen. */
export function languageNameOf(code: string): string {
  return languageName(findLanguage(code));
}

/** "German (Deutsch)" */
function bothNames(language: Language): string {
  const name = languageName(language);
  return name === language.nativeName ? name : `${name} (${language.nativeName})`;
}
