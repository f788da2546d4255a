import { languages } from '../../../shared/languages.ts';
import { findLanguageCode } from '../../../shared/match-language.ts';
import { CommandError } from './store-command.ts';
import { print } from '../print.ts';

/** @throws CommandError for an unknown code, because a text in English would be a surprise */
export function requireLanguage(code: string): void {
  if (findLanguageCode(code)) return;
  throw new CommandError(
    `--language ${code} is not a supported language. "altscribe languages" lists all of them.`,
  );
}

/** Prints every language that alt text can be written in. */
export function runLanguages({ json }: { json?: boolean }): void {
  const rows = languages.map(({ code, name, nativeName }) => ({
    code,
    name,
    native_name: nativeName,
  }));
  print(rows, json === true);
}
