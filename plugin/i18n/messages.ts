import type { GetTextTranslation, GetTextTranslations } from 'gettext-parser';

/** A string that is to be translated, at one place. */
export interface Message {
  readonly msgid: string;
  readonly msgid_plural?: string;
  readonly msgctxt?: string;
  /** What translators must know, beginning with `translators:`; '' for nothing. */
  readonly comment: string;
  /** The file that it stands in, from the plugin's folder. Without a line: each edit would move it. */
  readonly reference: string;
}

/** What distinguishes a message from others, as in .mo files. */
export function keyOf({ msgid, msgctxt = '' }: Pick<Message, 'msgid' | 'msgctxt'>): string {
  return msgctxt === '' ? msgid : `${msgctxt}\u0004${msgid}`;
}

/** All messages of a .po or .pot file, without its header. */
export function listMessages({ translations }: GetTextTranslations): GetTextTranslation[] {
  return Object.values(translations)
    .flatMap((context) => Object.values(context))
    .filter(({ msgid }) => msgid !== '');
}

/** The content of a .po or .pot file; the messages stay in their order. */
export function toFile(
  headers: Record<string, string>,
  messages: readonly GetTextTranslation[],
): GetTextTranslations {
  const translations: GetTextTranslations['translations'] = {};
  for (const message of messages) {
    (translations[message.msgctxt ?? ''] ??= {})[message.msgid] = message;
  }
  return { charset: 'utf-8', headers, translations };
}
