import { create, RichTextData, toHTMLString, type RichTextValue } from '@wordpress/rich-text';
import { asText, type BlockAttributes, type BlockImage } from './image-block.ts';
import { listTexts } from './text-attributes.ts';

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
  /** Attributes of the element that the format does not know. */
  unregisteredAttributes?: Record<string, string | undefined>;
}

interface LinkFormat {
  type: string;
  attributes?: { url?: string };
}

/** Stands in the text where an image is. */
const placeholder = '\uFFFC';

/** By the attributes of a block, which are another object after every change. */
const known = new WeakMap<BlockAttributes, TextImage[]>();

/** The images in the texts of a block. */
export function listTextImages(name: string, attributes: BlockAttributes): TextImage[] {
  const images = known.get(attributes) ?? findTextImages(name, attributes);
  known.set(attributes, images);
  return images;
}

/**
 * The same text with another alt text of the image at `index`. A decorative image has an empty alt
 * text and the role "none": the markup that WordPress 7.1 writes for a decorative image block.
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
  // A copy with the gaps, which code of WordPress passes over.
  const replacements = text.replacements.slice();
  // The types of WordPress know no attributes that a format has not registered.
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

/** Null if the text has no image. */
function toRichText(value: unknown): RichTextValue | null {
  if (typeof value === 'string') {
    return value.includes('<img') ? create({ html: value }) : null;
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
  const image = {
    url: attributes.url ?? '',
    attachmentId: readAttachmentId(attributes.className),
    alt: attributes.alt ?? '',
    caption: undefined,
    isLinked: link !== undefined && !hasWords(text, link),
    linkTarget: asText(link?.attributes?.url),
    isUploading: false,
    hasLightbox: false,
  };
  return { ...image, isDecorative: isHidden(image, unregisteredAttributes?.role) };
}

/** WordPress writes the id of an attachment as a class of the image: `wp-image-7`. */
export function readAttachmentId(className: string | undefined): number | null {
  const [, id] = /(?:^|\s)wp-image-(\d+)(?:\s|$)/.exec(className ?? '') ?? [];
  return id === undefined ? null : Number(id);
}

/** True if the role of an image hides it from assistive technology, and nothing needs its name. */
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

/** Words in the link name it, so that the image in it may be silent. */
function hasWords(text: RichTextValue, link: LinkFormat): boolean {
  const { text: letters } = text;
  return listPositions(text).some(
    (position) =>
      letters[position] !== placeholder &&
      letters[position]?.trim() !== '' &&
      findLink(text, position) === link,
  );
}
