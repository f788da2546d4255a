/**
 * Compiles the .po files for WordPress: .l10n.php and .mo for PHP, and a .json file for each
 * script, with the strings of all modules that the script imports or loads later.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { mo, type GetTextTranslation, type GetTextTranslations } from 'gettext-parser';
import { listLocales, readCatalogue } from './catalogues.ts';
import { keyOf, listMessages } from './messages.ts';
import { listModules, readScriptStrings } from './script-strings.ts';

const plugin = fileURLToPath(new URL('..', import.meta.url));
const languages = join(plugin, 'languages');

const scripts = listScripts();

for (const locale of listLocales(languages)) {
  const catalogue = readCatalogue(languages, locale);
  const file = join(languages, `altscribe-${locale}`);
  writeFileSync(`${file}.mo`, mo.compile(catalogue));
  writeFileSync(`${file}.l10n.php`, toPhp(catalogue, locale));
  for (const { name, keys } of scripts) {
    writeFileSync(`${file}-altscribe-${name}.json`, toJson(catalogue, locale, keys));
  }
}

/** The scripts of the build, each with the keys of its strings. */
function listScripts(): { name: string; keys: ReadonlySet<string> }[] {
  const read = new Map<string, readonly string[]>();
  const readKeys = (file: string) => {
    const keys = read.get(file) ?? readScriptStrings(file, plugin).map(keyOf);
    read.set(file, keys);
    return keys;
  };
  const { scripts } = JSON.parse(readFileSync(join(plugin, '../package.json'), 'utf8')) as {
    scripts: Record<string, string>;
  };
  return [...(scripts['build:plugin'] ?? '').matchAll(/ ([\w-]+)=\.\/plugin\/(\S+\.tsx?)/g)].map(
    ([, name = '', path = '']) => ({
      name,
      keys: new Set(listModules(join(plugin, path)).flatMap(readKeys)),
    }),
  );
}

/** For `wp_set_script_translations()`, which finds the file by the script's handle. */
function toJson(catalogue: GetTextTranslations, locale: string, keys: ReadonlySet<string>): string {
  const messages = listTranslated(catalogue).filter((message) => keys.has(keyOf(message)));
  const plural_forms = catalogue.headers['Plural-Forms'];
  return JSON.stringify({
    domain: 'messages',
    locale_data: {
      messages: {
        '': { domain: 'messages', plural_forms, lang: locale },
        ...Object.fromEntries(messages.map((message) => [keyOf(message), message.msgstr])),
      },
    },
  });
}

/** For WordPress 6.5 and later, which reads this faster than a .mo file. */
function toPhp(catalogue: GetTextTranslations, locale: string): string {
  const messages = listTranslated(catalogue).map(
    (message) => `${quote(keyOf(message))}=>${message.msgstr.map(quote).join(`."\\0".`)}`,
  );
  const plurals = quote(catalogue.headers['Plural-Forms'] ?? '');
  return `<?php\nreturn ['domain'=>'altscribe','plural-forms'=>${plurals},'language'=>${quote(locale)},'messages'=>[${messages.join(',')}]];\n`;
}

function listTranslated(catalogue: GetTextTranslations): GetTextTranslation[] {
  return listMessages(catalogue).filter(({ msgstr }) => msgstr.every((text) => text !== ''));
}

function quote(text: string): string {
  return `'${text.replace(/[\\']/g, '\\$&')}'`;
}
