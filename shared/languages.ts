import { languageList } from './language-list.ts';
import { matchLanguage } from './match-language.ts';

/** A language that alt text can be written in. */
export interface Language {
  /** BCP 47 code, for example `pt-BR`. */
  readonly code: string;
  /** English name, for the prompt. */
  readonly name: string;
  /** Name in the language itself, for people. */
  readonly nativeName: string;
}

/** Every supported language, sorted by English name. */
export const languages: readonly Language[] = languageList.map(([code, name, nativeName]) => ({
  code,
  name,
  nativeName,
}));

const byCode = new Map(languages.map((language) => [language.code, language]));

/** Finds the language for a code, like `matchLanguage`. */
export function findLanguage(code: string): Language {
  return byCode.get(matchLanguage(code)) as Language;
}
