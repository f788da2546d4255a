import type { Surroundings } from '../common/image-context.ts';

/** The images in the content of a post without blocks, as the text tab of the editor shows it. */

/** An image in the content. */
export interface ContentImage {
  type: 'image';
  /** Its tag is `content.slice(start, end)`. */
  start: number;
  end: number;
  url: string;
  /** Null if the image is not in the media library. */
  attachmentId: number | null;
  alt: string;
  caption: string;
  /** The only content of a link. */
  isLinked: boolean;
  /** Empty without a link, or if it only opens the image itself. */
  linkTarget: string;
  /** The words of the link. */
  linkText: string;
  isDecorative: boolean;
  /** The same for all places of one image, in any size. */
  identity: string;
  /** Its element in a copy of the content. */
  element: Element;
}

/** A shortcode `[gallery]`. */
interface ContentGallery {
  type: 'gallery';
  /** The text after its name: ` ids="1,2"`. */
  attributes: string;
  /** The element that replaces it in a copy of the content. */
  element: Element;
}

/** Comments and elements without tags inside, or the tag of an image, which may be unclosed at the end. */
const tags =
  /<!--[^]*?(?:-->|$)|<(script|style|textarea|xmp|iframe|noscript)\b[^]*?(?:<\/\1\s*>|$)|<img(?=[\s/>]|$)(?:[^>"']|"[^"]*"|'[^']*')*>?/gi;

/** Content that has been read. */
export interface Content {
  /** Its images and galleries in document order. */
  items: (ContentImage | ContentGallery)[];
  /** The copy that contains their elements. */
  body: Element;
}

/**
 * Reads the content of a post.
 *
 * @param content      As in the text tab, or as the visual editor returns it.
 * @param toParagraphs Turns empty lines into paragraphs, as WordPress does.
 */
export function readContent(
  content: string,
  toParagraphs: (html: string) => string = (html) => html,
): Content {
  const found: { start: number; end: number }[] = [];
  const marked = content.replace(tags, (tag: string, _name: unknown, start: number) => {
    if (!/^<img/i.test(tag)) {
      return tag;
    }
    found.push({ start, end: start + tag.length });
    const whole = tag.endsWith('>') ? tag : `${tag}>`;
    return `<img data-altscribe=${String(found.length - 1)}${whole.slice('<img'.length)}`;
  });
  const html = toParagraphs(marked)
    .replace(
      /(\[?)\[gallery(?![\w-])([^[\]]*(?:\[(?!gallery)[^[\]]*)*)\](\]?)/g,
      (shortcode: string, before: string, attributes: string, after: string) =>
        before !== '' && after !== ''
          ? shortcode
          : `${before}<span data-altscribe-gallery="${encodeURIComponent(attributes)}"></span>${after}`,
    )
    .replace(
      /\[(caption|wp_caption)(?:\s[^[\]]*(?:\[(?!\1)[^[\]]*)*)?\]([^[]*(?:\[(?!\1|\/\1\])[^[]*)*)\[\/\1\]/g,
      '<span class="altscribe-caption">$2</span>',
    );
  const { body } = new DOMParser().parseFromString(html, 'text/html');
  const elements = [...body.querySelectorAll('img[data-altscribe][src], [data-altscribe-gallery]')];
  const items = elements.flatMap((element): (ContentImage | ContentGallery)[] => {
    const attributes = element.getAttribute('data-altscribe-gallery');
    if (attributes !== null) {
      return [{ type: 'gallery', attributes: decodeURIComponent(attributes), element }];
    }
    const tag = found[Number(element.getAttribute('data-altscribe'))];
    return tag ? [{ ...readImage(element), ...tag }] : [];
  });
  return { items, body };
}

function readImage(element: Element): Omit<ContentImage, 'start' | 'end'> {
  const link = element.closest('a[href]');
  const alt = element.getAttribute('alt') ?? '';
  const linkText = link?.textContent.replace(/\s+/g, ' ').trim() ?? '';
  const isLinked = link !== null && linkText === '';
  return {
    type: 'image',
    url: element.getAttribute('src') ?? '',
    attachmentId: readAttachmentId(element),
    alt,
    caption: readCaption(element),
    isLinked,
    linkTarget: readLinkTarget(link),
    linkText,
    // WordPress itself writes empty texts, so an empty text alone is not a mark.
    isDecorative:
      /^(none|presentation)$/i.test(element.getAttribute('role') ?? '') &&
      alt.trim() === '' &&
      !isLinked,
    identity: identify(element),
    element,
  };
}

/** The image of an element in the content or in the visual editor. */
export function identify(element: Element): string {
  const src = element.getAttribute('data-mce-src') ?? element.getAttribute('src') ?? '';
  const file = src.replace(/-\d+x\d+(?=\.\w+$)/, '');
  return `${String(readAttachmentId(element) ?? '')} ${file}`;
}

/** WordPress stores the id as a class of the image: `wp-image-7`. */
function readAttachmentId(element: Element): number | null {
  const [, id] = /(?:^|\s)wp-image-(\d+)(?:\s|$)/.exec(element.className) ?? [];
  return id === undefined ? null : Number(id);
}

const captions = '.altscribe-caption, figure';

function readCaption(element: Element): string {
  const place = element.closest(captions);
  return (place?.querySelector('figcaption') ?? place)?.textContent.trim() ?? '';
}

/** A link to the image's own file or attachment page does not tell its purpose. */
function readLinkTarget(link: Element | null): string {
  const href = link?.getAttribute('href') ?? '';
  const isOwnFile = /\.(jpe?g|png|gif|webp|avif|svg)$/i.test(href);
  return isOwnFile || /\bwp-att-\d/.test(link?.getAttribute('rel') ?? '') ? '' : href;
}

const headings = 'h1, h2, h3, h4, h5, h6';
const texts = `${headings}, p, li, td, th, dt, dd`;

/** The text around an element of the content; null: around an image above it. */
export function findSurroundings(body: Element, element: Element | null): Surroundings {
  const found: Surroundings = {
    heading: undefined,
    before: undefined,
    around: undefined,
    after: undefined,
  };
  let isBelow = element === null;
  for (const block of body.querySelectorAll(`${texts}, img, [data-altscribe-gallery]`)) {
    isBelow ||= block === element;
    const text = readText(block);
    if (text === '' || !block.matches(texts) || block.querySelector(texts)) {
      continue;
    }
    const isHeading = block.matches(headings);
    if (element && block.contains(element)) {
      found.around = text;
    } else if (isBelow) {
      found.after = isHeading ? undefined : text;
      break;
    } else if (isHeading) {
      found.heading = text;
      found.before = undefined;
    } else {
      found.before = text;
    }
  }
  return found;
}

/** Its HTML without captions; empty if it has no words. */
function readText(block: Element): string {
  const copy = block.cloneNode(true) as Element;
  for (const caption of copy.querySelectorAll(captions)) {
    caption.remove();
  }
  return copy.textContent.trim() === '' ? '' : copy.innerHTML;
}

const attribute = /(?<!\s)(\s*)([^\s"'<>/=]+)(?:\s*=\s*("[^"]*"|'[^']*'|[^\s"'>]+))?/g;

/**
 * The tag of an image with a new text, otherwise unchanged. A decorative image has an empty text
 * and the role "none".
 */
export function changeTag(tag: string, alt: string, isDecorative: boolean): string {
  const escaped = alt
    .replaceAll('&', '&amp;')
    .replaceAll('"', '&quot;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;');
  const written = `alt="${escaped}"${isDecorative ? ' role="none"' : ''}`;
  const start = tag.slice(0, '<img'.length);
  const rest = tag.slice(start.length).replace(attribute, (whole: string, ...groups: string[]) => {
    const [space = '', name = '', value = ''] = groups;
    if (/^alt$/i.test(name)) {
      return space + written;
    }
    return /^role$/i.test(name) && /none|presentation/i.test(value) ? '' : whole;
  });
  return rest.includes(written) ? start + rest : `${start} ${written}${rest}`;
}
