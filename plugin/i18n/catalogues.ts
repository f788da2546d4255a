/** The translations in languages/: one .po file per locale. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { po, type GetTextTranslation, type GetTextTranslations } from 'gettext-parser';
import { keyOf, listMessages, toFile } from './messages.ts';

/** The locales with a translation, such as `de_DE`. */
export function listLocales(languages: string): string[] {
  return readdirSync(languages)
    .map((name) => /^altscribe-(\w+)\.po$/.exec(name)?.[1])
    .filter((locale) => locale !== undefined);
}

/** Reads the translations for a locale. */
export function readCatalogue(languages: string, locale: string): GetTextTranslations {
  return po.parse(readFileSync(join(languages, `altscribe-${locale}.po`)));
}

/** The number of plural forms of the language, from the header. */
export function countForms({ headers }: GetTextTranslations): number {
  return Number(/nplurals\s*=\s*(\d+)/.exec(headers['Plural-Forms'] ?? '')?.[1] ?? 2);
}

/**
 * The messages of the template, with existing translations. Obsolete ones are removed; new ones have
 * an empty text.
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

/** As text, with one line per string, for readable diffs. */
export function toPo(catalogue: GetTextTranslations): string {
  return `${po.compile(catalogue, { foldLength: 0 }).toString().trim()}\n`;
}
