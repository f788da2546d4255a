/**
 * `npm run i18n`: writes the template altscribe.pot from the source, updates the .po file of each
 * locale, and reports what is left to translate.
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { listLocales, mergeCatalogue, readCatalogue, toPo } from './catalogues.ts';
import { listMessages } from './messages.ts';
import { makeTemplate } from './template.ts';

const plugin = fileURLToPath(new URL('..', import.meta.url));
const languages = join(plugin, 'languages');

const template = makeTemplate(plugin);
writeFileSync(join(languages, 'altscribe.pot'), toPo(template));
console.log(`altscribe.pot: ${String(listMessages(template).length)} strings`);

for (const locale of listLocales(languages)) {
  const catalogue = mergeCatalogue(readCatalogue(languages, locale), template);
  writeFileSync(join(languages, `altscribe-${locale}.po`), toPo(catalogue));
  const missing = listMessages(catalogue).filter(({ msgstr }) => msgstr.includes(''));
  console.log(`${locale}: ${String(missing.length)} to translate`);
}
