import type { NearbyTexts } from '../../../shared/alt-text/nearby.ts';

/** The text around an image, as rich text; undefined if there is none. */
export interface Surroundings {
  /** The nearest heading above. */
  heading: unknown;
  /** The nearest paragraph above it, in the section of that heading. */
  before: unknown;
  /** The text that contains the image. */
  around: unknown;
  /** The text on or beside the image, in its block; else the next paragraph of the section. */
  after: unknown;
}

/** The text around an image as plain text, for what is found by its words. */
export function toNearbyTexts(
  caption: unknown,
  { before, around, after }: Partial<Surroundings> = {},
): NearbyTexts {
  return {
    caption: toPlainText(caption),
    around: toPlainText(around),
    before: toPlainText(before),
    after: toPlainText(after),
  };
}

/**
 * Maximum lengths of the parts of the context. Together they fit into the 2,000 characters that the
 * service accepts.
 */
const lengths = { caption: 400, link: 300, heading: 200, text: 320 };

/** What the text around an image says: a label for the model, which is not translated, and a text. */
export type ContextPart = readonly [label: string, text: string];

/** The non-empty parts of the context of an image, in the order in which they are sent. */
export function listContextParts(
  { caption, linkTarget = '' }: { caption?: unknown; linkTarget?: string },
  { heading, before, around, after }: Partial<Surroundings>,
): ContextPart[] {
  const parts: ContextPart[] = [
    ['Caption', cut(toPlainText(caption), lengths.caption)],
    ['Link target', cut(linkTarget, lengths.link)],
    ['Heading above', cut(toPlainText(heading), lengths.heading)],
    ['Paragraph before', cut(toPlainText(before), lengths.text)],
    ['Text around', cut(toPlainText(around), lengths.text)],
    ['Paragraph after', cut(toPlainText(after), lengths.text)],
  ];
  return parts.filter(([, text]) => text !== '');
}

/** The part of a request about the text around an image, with one line for each part. */
export function joinContextParts(parts: readonly ContextPart[]): string {
  return parts.map(([label, text]) => `${label}: ${text}`).join('\n');
}

/** Both: the context of an image as it is sent. */
export function formatImageContext(...image: Parameters<typeof listContextParts>): string {
  return joinContextParts(listContextParts(...image));
}

/**
 * The first UTF-16 code units of a text, up to this number, without half a character at the end.
 */
function cut(text: string, length: number): string {
  return text.length <= length
    ? text
    : `${text.slice(0, length - 1).replace(/[\uD800-\uDBFF]$/, '')}…`;
}

/** The text of rich text (an object or a string of HTML), without markup and on one line. */
export function toPlainText(richText: unknown): string {
  const html = toHtml(richText).replace(/<br[^>]*>/gi, ' ');
  if (!/[<&]/.test(html)) {
    // Most texts have no markup, and a post may have hundreds of them.
    return html.replace(/\s+/g, ' ').trim();
  }
  const { body } = new DOMParser().parseFromString(html, 'text/html');
  return body.textContent.replace(/\s+/g, ' ').trim();
}

function toHtml(richText: unknown): string {
  if (typeof richText === 'string') {
    return richText;
  }
  const data = richText as { toHTMLString?: () => string } | null | undefined;
  return data?.toHTMLString?.() ?? '';
}
