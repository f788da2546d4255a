import type { Surroundings } from '../image-blocks/surroundings.ts';
import type { EditorImage } from './editor-image.ts';
import { toPlainText } from './rich-text.ts';

/** Longest parts of the context. Together they fit into the 2,000 characters that the service accepts. */
const lengths = { caption: 400, link: 300, heading: 200, text: 320 };

/**
 * What a request says of the surroundings of an image, a line for each that there is. A model reads
 * it, so that its words are not translated.
 */
export function formatImageContext(
  { caption, linkTarget }: Pick<EditorImage, 'caption' | 'linkTarget'>,
  { heading, before, around, after }: Surroundings,
): string {
  return [
    ['Caption', cut(toPlainText(caption), lengths.caption)],
    ['Link target', cut(linkTarget, lengths.link)],
    ['Heading above', cut(toPlainText(heading), lengths.heading)],
    ['Paragraph before', cut(toPlainText(before), lengths.text)],
    ['Text around', cut(toPlainText(around), lengths.text)],
    ['Paragraph after', cut(toPlainText(after), lengths.text)],
  ]
    .filter(([, text]) => text !== '')
    .map(([label, text]) => `${label}: ${text}`)
    .join('\n');
}

/** At most so many UTF-16 code units of a text, without half a character at the end. */
function cut(text: string, length: number): string {
  return text.length <= length
    ? text
    : `${text.slice(0, length - 1).replace(/[\uD800-\uDBFF]$/, '')}…`;
}
