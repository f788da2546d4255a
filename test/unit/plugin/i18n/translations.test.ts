import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { GetTextTranslation } from 'gettext-parser';
import { beforeAll, describe, expect, it } from 'vitest';
import {
  countForms,
  listLocales,
  mergeCatalogue,
  readCatalogue,
  toPo,
} from '../../../../plugin/i18n/catalogues.ts';
import { listMessages } from '../../../../plugin/i18n/messages.ts';
import { makeTemplate } from '../../../../plugin/i18n/template.ts';

const plugin = join(import.meta.dirname, '../../../../plugin');
const languages = join(plugin, 'languages');
const hint = 'Run "npm run i18n" and translate what it names.';

let template: ReturnType<typeof makeTemplate>;
beforeAll(() => {
  template = makeTemplate(plugin);
});

describe('The template', () => {
  it('has every string of the source', () => {
    const written = readFileSync(join(languages, 'altscribe.pot'), 'utf8');
    expect(written, hint).toBe(toPo(template));
  });

  it('explains each placeholder', () => {
    const silent = listMessages(template).filter(
      (message) => placeholders(message.msgid).length > 0 && !message.comments?.extracted,
    );
    expect(silent.map(({ msgid }) => msgid)).toEqual([]);
  });
});

it('includes German and Spanish', () => {
  expect(listLocales(languages)).toEqual(expect.arrayContaining(['de_DE', 'es_ES']));
});

describe.each(listLocales(languages))('%s', (locale) => {
  const catalogue = readCatalogue(languages, locale);
  const messages = listMessages(catalogue);

  it('has the strings of the template in the same order', () => {
    expect(toPo(catalogue), hint).toBe(toPo(mergeCatalogue(catalogue, template)));
  });

  it('is complete', () => {
    const missing = messages.filter(({ msgstr }) => msgstr.includes(''));
    expect(missing.map(({ msgid }) => msgid)).toEqual([]);
    const fuzzy = messages.filter(({ comments }) => comments?.flag?.includes('fuzzy'));
    expect(fuzzy.map(({ msgid }) => msgid)).toEqual([]);
  });

  it('keeps the placeholders', () => {
    const wrong = messages.filter((message) => !keepsPlaceholders(message));
    expect(wrong.map(({ msgid, msgstr }) => [msgid, ...msgstr])).toEqual([]);
  });

  it('has all plural forms', () => {
    const wrong = messages.filter(
      ({ msgid_plural, msgstr }) => msgstr.length !== (msgid_plural ? countForms(catalogue) : 1),
    );
    expect(wrong.map(({ msgid }) => msgid)).toEqual([]);
  });

  it('keeps leading and trailing spaces and line breaks', () => {
    const edges = (text: string) => [/^\s*/.exec(text)?.[0], /\s*$/.exec(text)?.[0]];
    const wrong = messages.filter(({ msgid, msgstr }) =>
      msgstr.some(
        (text) =>
          JSON.stringify(edges(text)) !== JSON.stringify(edges(msgid)) ||
          text.split('\n').length !== msgid.split('\n').length,
      ),
    );
    expect(wrong.map(({ msgid }) => msgid)).toEqual([]);
  });
});

/** Each form has the placeholders of its English one. */
function keepsPlaceholders({ msgid, msgid_plural, msgstr }: GetTextTranslation): boolean {
  const wanted = [placeholders(msgid), placeholders(msgid_plural ?? msgid)];
  return msgstr.every((text, form) => {
    const expected = JSON.stringify(wanted[Math.min(form, 1)]);
    return JSON.stringify(placeholders(text)) === expected;
  });
}

/** `%s`, `%1$s`, `%d`, `%%`, sorted, as their order may differ. */
function placeholders(text: string): string[] {
  return (text.match(/%(?:\d+\$)?[sdf]|%%/g) ?? []).sort();
}
