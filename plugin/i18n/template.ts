/** The template of all translations: altscribe.pot. */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { GetTextTranslation, GetTextTranslations } from 'gettext-parser';
import { keyOf, toFile, type Message } from './messages.ts';
import { readPhpStrings } from './php-strings.ts';
import { readScriptStrings } from './script-strings.ts';

const headers = {
  'Project-Id-Version': 'Altscribe',
  'MIME-Version': '1.0',
  'Content-Type': 'text/plain; charset=UTF-8',
  'Content-Transfer-Encoding': '8bit',
  'X-Domain': 'altscribe',
};

/**
 * Creates the template from the source.
 *
 * @param plugin - the plugin's folder.
 */
export function makeTemplate(plugin: string): GetTextTranslations {
  const scripts = readdirSync(join(plugin, 'src'), { recursive: true, encoding: 'utf8' })
    .filter((path) => /(?<!\.d)\.tsx?$/.test(path))
    .flatMap((path) => readScriptStrings(join(plugin, 'src', path), plugin));
  const byKey = new Map<string, Message[]>();
  for (const message of [...readPhpStrings(plugin), ...scripts].sort(byPlace)) {
    byKey.set(keyOf(message), [...(byKey.get(keyOf(message)) ?? []), message]);
  }
  return toFile(headers, [...byKey.values()].map(joinPlaces));
}

/** Merges the places of a string into one entry. */
function joinPlaces(places: readonly Message[]): GetTextTranslation {
  const [first] = places as [Message, ...Message[]];
  const msgid_plural = places.find((place) => place.msgid_plural)?.msgid_plural;
  return {
    msgid: first.msgid,
    msgstr: msgid_plural === undefined ? [''] : ['', ''],
    ...(msgid_plural !== undefined && { msgid_plural }),
    ...(first.msgctxt !== undefined && { msgctxt: first.msgctxt }),
    comments: {
      extracted: unique(places.map(({ comment }) => comment).filter(Boolean)).join('\n'),
      reference: unique(places.map(({ reference }) => reference)).join('\n'),
    },
  };
}

/** Sorts by file, and within a file in the order of the source. */
function byPlace(a: Message, b: Message): number {
  return a.reference < b.reference ? -1 : Number(a.reference > b.reference);
}

function unique(texts: readonly string[]): string[] {
  return [...new Set(texts)];
}
