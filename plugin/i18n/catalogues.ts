/** The translations in languages/: one .po file for each locale. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { po, type GetTextTranslation, type GetTextTranslations } from 'gettext-parser';
import { keyOf, listMessages, toFile } from './messages.ts';

/** The locales that there are translations for, such as `de_DE`. */
export function listLocales(languages: string): string[] {
  return readdirSync(languages)
    .map((name) => /^altscribe-(\w+)\.po$/.exec(name)?.[1])
    .filter((locale) => locale !== undefined);
}

/** Reads the translations for a locale. */
export function readCatalogue(languages: string, locale: string): GetTextTranslations {
  return po.parse(readFileSync(join(languages, `altscribe-${locale}.po`)));
}

/** How many plural forms the language has, by its own header. */
export function countForms({ headers }: GetTextTranslations): number {
  return Number(/nplurals\s*=\s*(\d+)/.exec(headers['Plural-Forms'] ?? '')?.[1] ?? 2);
}

/**
 * The messages of the template, with the translations that there are. What the template does not have
 * any more is left out; what is new has an empty text.
 */
export function mergeCatalogue(
  catalogue: GetTextTranslations,
  template: GetTextTranslations,
): GetTextTranslations {
  const translated = new Map(listMessages(catalogue).map((message) => [keyOf(message), message]));
  const forms = countForms(catalogue);
  const merged = listMessages(template).map((message): GetTextTranslation => {
    const own = translated.get(keyOf(message));
    const count = message.msgid_plural === undefined ? 1 : forms;
    const isSame = own?.msgid_plural === message.msgid_plural && own?.msgstr.length === count;
    const translator = own?.comments?.translator;
    return {
      ...message,
      msgstr: isSame ? own.msgstr : Array<string>(count).fill(''),
      comments: { ...message.comments, ...(translator !== undefined && { translator }) },
    };
  });
  return toFile(catalogue.headers, merged);
}

/** As text, with one line for each string, so that a diff shows what changed. */
export function toPo(catalogue: GetTextTranslations): string {
  return `${po.compile(catalogue, { foldLength: 0 }).toString().trim()}\n`;
}
