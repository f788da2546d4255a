import { store as blockEditorStore } from '@wordpress/block-editor';
import { getBlockType } from '@wordpress/blocks';
import type { DataRegistry } from '@wordpress/data';
import { create, RichTextData, toHTMLString, type RichTextValue } from '@wordpress/rich-text';
import { asText, type BlockAttributes, type BlockImage } from './image-block.ts';
import { readAttributes, type PostBlock } from './registry.ts';

/** Definition of an attribute in a block type, limited to what locates its rich texts. */
interface Definition {
  type?: string;
  source?: string;
  /** The structure of each list item: the cells of a table row, the text of a cell. */
  query?: Record<string, Definition>;
}

/** A rich text of a block: an object, or a string of HTML in blocks of an older kind. */
export interface BlockText {
  /** Path to the value: `content`, or `body.0.cells.1.content`. */
  attribute: string;
  value: unknown;
}

/**
 * Paths to the rich texts of a block type; `*` represents each item of a list. By `attributes`.
 */
const waysByType = new WeakMap<object, string[][]>();

/** The non-empty rich texts of a block, in the order of its attributes. */
export function listTexts(name: string, attributes: BlockAttributes): BlockText[] {
  return listWays(name).flatMap((way) => follow(attributes, way, []));
}

function listWays(name: string): string[][] {
  const definitions = getBlockType(name)?.attributes as Record<string, Definition> | undefined;
  if (!definitions) {
    return [];
  }
  const known = waysByType.get(definitions);
  const ways = known ?? findWays(definitions);
  if (!known) {
    waysByType.set(definitions, ways);
  }
  return ways;
}

function findWays(definitions: Record<string, Definition>): string[][] {
  return Object.entries(definitions).flatMap(([name, { type, source, query }]) => {
    if (type === 'rich-text' || source === 'rich-text' || source === 'html') {
      return [[name]];
    }
    return source === 'query' && query ? findWays(query).map((way) => [name, '*', ...way]) : [];
  });
}

function follow(value: unknown, [key, ...rest]: string[], way: string[]): BlockText[] {
  if (value === undefined || value === null || value === '') {
    return [];
  }
  if (key === undefined) {
    return [{ attribute: way.join('.'), value }];
  }
  if (key !== '*') {
    return follow((value as BlockAttributes)[key], rest, [...way, key]);
  }
  return Array.isArray(value)
    ? value.flatMap((item, index) => follow(item, rest, [...way, String(index)]))
    : [];
}

/** An image in a text of a block: WordPress's "Inline image". */
export interface TextImage {
  /** See `BlockText`. */
  attribute: string;
  /** Position among the images of the text, from 0. */
  index: number;
  image: BlockImage;
}

/** The format "Inline image", as rich text stores it. */
interface ImageFormat {
  type: string;
  attributes?: { url?: string; alt?: string; className?: string };
  /** Attributes of the element that the format does not define. */
  unregisteredAttributes?: Record<string, string | undefined>;
}

interface LinkFormat {
  type: string;
  attributes?: { url?: string };
}

/** The placeholder for an image in the text. */
const placeholder = '\uFFFC';

/** By the attributes of a block, which are a new object after every change. */
const known = new WeakMap<BlockAttributes, TextImage[]>();

/** The images in the texts of a block. */
export function listTextImages(name: string, attributes: BlockAttributes): TextImage[] {
  const images = known.get(attributes) ?? findTextImages(name, attributes);
  known.set(attributes, images);
  return images;
}

/**
 * The text with a new alt text for the image at `index`. A decorative image has an empty alt text
 * and the role "none", like the markup of a decorative image block in WordPress 7.1.
 */
export function changeTextImage(
  value: unknown,
  index: number,
  { alt, isDecorative }: { alt: string; isDecorative: boolean },
): unknown {
  const text = toRichText(value);
  const position = text ? findPositions(text)[index] : undefined;
  if (!text || position === undefined) {
    return value;
  }
  const format = getImageFormat(text, position);
  const { role: _role, ...others } = format.unregisteredAttributes ?? {};
  // A sparse copy, whose gaps WordPress's code skips.
  const replacements = text.replacements.slice();
  // The types of WordPress do not include attributes that a format has not registered.
  (replacements as unknown[])[position] = {
    ...format,
    attributes: { ...format.attributes, alt },
    unregisteredAttributes: isDecorative ? { ...others, role: 'none' } : others,
  };
  const changed = { formats: text.formats, replacements, text: text.text };
  return typeof value === 'string'
    ? toHTMLString({ value: changed as RichTextValue })
    : new RichTextData(changed as ConstructorParameters<typeof RichTextData>[0]);
}

function findTextImages(name: string, attributes: BlockAttributes): TextImage[] {
  return listTexts(name, attributes).flatMap(({ attribute, value }) => {
    const text = toRichText(value);
    return text
      ? findPositions(text).map((position, index) => ({
          attribute,
          index,
          image: readImage(text, position),
        }))
      : [];
  });
}

/** Uppercase tags count: `<IMG>`. */
function hasImage(html: string): boolean {
  return /<img\b/i.test(html);
}

/** Null if the text has no image. */
function toRichText(value: unknown): RichTextValue | null {
  if (typeof value === 'string') {
    return hasImage(value) ? create({ html: value }) : null;
  }
  const data = value as Partial<RichTextValue> | null;
  return data?.text?.includes(placeholder) ? (data as RichTextValue) : null;
}

function findPositions(text: RichTextValue): number[] {
  return listPositions(text).filter(
    (position) => getImageFormat(text, position).type === 'core/image',
  );
}

function listPositions({ text }: RichTextValue): number[] {
  return Array.from({ length: text.length }, (_value, position) => position);
}

function getImageFormat({ replacements }: RichTextValue, position: number): ImageFormat {
  return replacements[position] ?? { type: '' };
}

function readImage(text: RichTextValue, position: number): BlockImage {
  const { attributes = {}, unregisteredAttributes } = getImageFormat(text, position);
  const link = findLink(text, position);
  const linkText = link && readWords(text, link);
  const image = {
    url: attributes.url ?? '',
    attachmentId: readAttachmentId(attributes.className),
    alt: attributes.alt ?? '',
    caption: undefined,
    isLinked: linkText === '',
    linkTarget: asText(link?.attributes?.url),
    ...(linkText && { linkText }),
    isUploading: false,
    hasLightbox: false,
  };
  return { ...image, isDecorative: isHidden(image, unregisteredAttributes?.role) };
}

/** WordPress stores the attachment id as a class of the image: `wp-image-7`. */
export function readAttachmentId(className: string | undefined): number | null {
  const [, id] = /(?:^|\s)wp-image-(\d+)(?:\s|$)/.exec(className ?? '') ?? [];
  return id === undefined ? null : Number(id);
}

/** True if the image's role hides it from assistive technology and nothing needs its name. */
export function isHidden(
  { alt, isLinked }: Pick<BlockImage, 'alt' | 'isLinked'>,
  role: string | null | undefined,
): boolean {
  return (role === 'none' || role === 'presentation') && alt.trim() === '' && !isLinked;
}

function findLink({ formats }: RichTextValue, position: number): LinkFormat | undefined {
  const here = formats[position];
  return here?.find(({ type }) => type === 'core/link');
}

/** The words in a link, which name it, so the image in it needs no name. */
function readWords(text: RichTextValue, link: LinkFormat): string {
  return listPositions(text)
    .filter((position) => findLink(text, position) === link)
    .map((position) => text.text[position])
    .join('')
    .replaceAll(placeholder, ' ')
    .replace(/\s+/g, ' ')
    .trim();
}

/** The blocks "Classic" and "Custom HTML", by their names. Their images can only be edited as HTML. */
const classic = 'core/freeform';
const customHtml = 'core/html';

/** By the object that a block's HTML is read from, which is new after every change. */
const parsed = new WeakMap<object, BlockImage[]>();

/** The images in a block of HTML; none for any other block. */
export function listHtmlImages(
  registry: DataRegistry,
  { clientId, name }: Pick<PostBlock, 'clientId' | 'name'>,
): BlockImage[] {
  if (name !== classic && name !== customHtml) {
    return [];
  }
  const attributes = readAttributes(registry, clientId);
  // Since WordPress 7.1, "Custom HTML" has no attribute but parts, with null for each inner block.
  const block = registry.select(blockEditorStore).getBlock(clientId);
  const source = block?.innerContent ?? attributes;
  const images =
    parsed.get(source) ?? parse(block?.innerContent?.join('') ?? asText(attributes.content));
  parsed.set(source, images);
  return images;
}

/** Opens the HTML of a block for editing, if WordPress can edit it. */
export function openHtml(registry: DataRegistry, clientId: string): void {
  const { selectBlock, toggleBlockMode } = registry.dispatch(blockEditorStore);
  const { getBlockMode, getBlockName } = registry.select(blockEditorStore);
  void selectBlock(clientId);
  if (getBlockName(clientId) !== customHtml && getBlockMode(clientId) !== 'html') {
    void toggleBlockMode(clientId);
  }
}

function parse(html: string): BlockImage[] {
  if (!hasImage(html)) {
    return [];
  }
  const { body } = new DOMParser().parseFromString(html, 'text/html');
  return [...body.querySelectorAll('img[src]')].map((img) => {
    const link = img.closest('a[href]');
    const image = {
      url: img.getAttribute('src') ?? '',
      attachmentId: readAttachmentId(img.className),
      alt: img.getAttribute('alt') ?? '',
      caption: undefined,
      isLinked: link !== null && link.textContent.trim() === '',
      linkTarget: link?.getAttribute('href') ?? '',
      isUploading: false,
      hasLightbox: false,
    };
    return { ...image, isDecorative: isMarkedDecorative(img, image) };
  });
}

/**
 * In HTML, an empty alt attribute marks an image as decorative. For images from the media library
 * WordPress writes an empty one automatically, so only the role "none" counts there.
 */
function isMarkedDecorative(
  img: Element,
  image: Pick<BlockImage, 'alt' | 'isLinked' | 'attachmentId'>,
) {
  const isWrittenByHand = img.hasAttribute('alt') && image.attachmentId === null;
  return isHidden(image, isWrittenByHand ? 'none' : img.getAttribute('role'));
}
