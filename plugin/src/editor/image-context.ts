/** What stands around an image in the post. Rich text may be an object, or a string of HTML. */
export interface Surroundings {
  caption: unknown;
  /** Empty where the image is not linked. */
  linkTarget: string;
  /** The nearest heading above. */
  heading: unknown;
}

/** Longest `image_context` the service takes, in characters. */
const maxLength = 2_000;

/** Describes the surroundings to the service; empty where there is nothing to tell. */
export function describeSurroundings({ caption, linkTarget, heading }: Surroundings): string {
  const lines = [
    ['Caption', toPlainText(caption)],
    ['Link target', linkTarget],
    ['Heading above', toPlainText(heading)],
  ]
    .filter(([, text]) => text !== '')
    .map(([label, text]) => `${label}: ${text}`);
  return cut(lines.join('\n'));
}

/** Rich text without its markup, on one line. */
export function toPlainText(richText: unknown): string {
  const html = toHtml(richText).replace(/<br[^>]*>/gi, ' ');
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

/** Cuts between characters, never through one that takes two code units. */
function cut(text: string): string {
  return text.length <= maxLength ? text : text.slice(0, maxLength).replace(/[\uD800-\uDBFF]$/, '');
}
