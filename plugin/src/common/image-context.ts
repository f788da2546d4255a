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
 * The context of an image, as plain text by part. The site adds labels for the model, and orders and cuts
 * the parts: `Generation\Surroundings::SURROUNDINGS` in PHP.
 */
export type SentSurroundings = Partial<
  Record<
    | 'caption'
    | 'link_target'
    | 'link_text'
    | 'container'
    | 'heading'
    | 'before'
    | 'around'
    | 'after',
    string
  >
>;

/** One part of the context of an image. */
export type ContextPart = readonly [name: keyof SentSurroundings, text: string];

/** The image's own data about its place. */
interface PlacedImage {
  caption?: unknown;
  linkTarget?: string;
  /** The words of its link, if it has any. */
  linkText?: string | undefined;
  /** Title of the block that contains it; empty at the top level. */
  container?: string;
}

/** The non-empty parts of the context of an image. */
export function listContextParts(
  { caption, linkTarget = '', linkText = '', container = '' }: PlacedImage,
  { heading, before, around, after }: Partial<Surroundings>,
): ContextPart[] {
  const parts: ContextPart[] = [
    ['caption', toPlainText(caption)],
    ['link_target', linkTarget],
    ['link_text', linkText],
    ['container', container],
    ['heading', toPlainText(heading)],
    ['before', toPlainText(before)],
    ['around', toPlainText(around)],
    ['after', toPlainText(after)],
  ];
  return parts.filter(([, text]) => text !== '');
}

/** The context of an image as it is sent. */
export function readImageContext(...image: Parameters<typeof listContextParts>): SentSurroundings {
  return Object.fromEntries(listContextParts(...image));
}

/** The text of rich text (an object or a string of HTML), without markup and on one line. */
export function toPlainText(richText: unknown): string {
  const html = toHtml(richText).replace(/<br[^<>]*>/gi, ' ');
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
