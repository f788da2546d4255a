import { __, sprintf } from '@wordpress/i18n';
import { findLanguage, languages, type Language } from '../../../shared/languages.ts';
import { matchLanguage } from '../../../shared/match-language.ts';
import { languageName } from './format.ts';

export { matchLanguage };

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

/** "English text in the library": a text that cannot be used in a post in another language. */
export function otherLanguageText(code: string): string {
  // A text is used in all regions of its language, so the region does not matter.
  const primary = { code: matchLanguage(code).replace(/-.*$/, ''), name: languageNameOf(code) };
  /* translators: %s: name of a language, at the beginning of the sentence. */
  return sprintf(__('%s text in the library', 'altscribe'), languageName(primary));
}

/** "German (Deutsch)" */
function bothNames(language: Language): string {
  const name = languageName(language);
  return name === language.nativeName ? name : `${name} (${language.nativeName})`;
}
