import type { GetTextTranslation, GetTextTranslations } from 'gettext-parser';

/** A translatable string, at one place. */
export interface Message {
  readonly msgid: string;
  readonly msgid_plural?: string;
  readonly msgctxt?: string;
  /** The comment for translators, beginning with `translators:`; '' for none. */
  readonly comment: string;
  /**
   * Its file, relative to the plugin's folder. Without a line number, which each edit would change.
   */
  readonly reference: string;
}

/** The key that identifies a message, as in .mo files. */
export function keyOf({ msgid, msgctxt = '' }: Pick<Message, 'msgid' | 'msgctxt'>): string {
  return msgctxt === '' ? msgid : `${msgctxt}\u0004${msgid}`;
}

/** All messages of a .po or .pot file, without its header. */
export function listMessages({ translations }: GetTextTranslations): GetTextTranslation[] {
  return Object.values(translations)
    .flatMap((context) => Object.values(context))
    .filter(({ msgid }) => msgid !== '');
}

/** The content of a .po or .pot file, with the messages in the given order. */
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
