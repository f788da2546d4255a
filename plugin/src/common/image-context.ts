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

/** What the text around an image says: a label for the model, which is not translated, and a text. */
export type ContextPart = readonly [label: string, text: string];

/** What an image itself says about its place. */
interface PlacedImage {
  caption?: unknown;
  linkTarget?: string;
  /** The words of its link, if it has any. */
  linkText?: string | undefined;
  /** Title of the block that contains it; empty at the top level. */
  container?: string;
}

/**
 * The non-empty parts of the context of an image, in the order in which they are sent. The site cuts
 * long ones (`altscribe_join_context()` in PHP), but a long address has nothing to cut it at.
 */
export function listContextParts(
  { caption, linkTarget = '', linkText = '', container = '' }: PlacedImage,
  { heading, before, around, after }: Partial<Surroundings>,
): ContextPart[] {
  const parts: ContextPart[] = [
    ['Caption', toPlainText(caption)],
    ['Link target', linkTarget.slice(0, 300)],
    ['Words of the link', linkText],
    ['Shown in', container],
    ['Heading above', toPlainText(heading)],
    ['Paragraph before', toPlainText(before)],
    ['Text around', toPlainText(around)],
    ['Paragraph after', toPlainText(after)],
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
