import type { ImageEntry } from '../boot-data.ts';

/** Attributes of a block, as the block editor stores them. */
export type BlockAttributes = Record<string, unknown>;

/**
 * The container of an image: a WordPress block, a text (`inline`), HTML that the editor shows but
 * cannot edit image by image, the featured image of the post, or another plugin's block.
 */
export type ImageKind = 'image' | 'cover' | 'media-text' | 'inline' | 'html' | 'featured' | 'other';

/**
 * A kind of block that shows images. Its name and attributes are not used in any other folder.
 */
export interface ImageBlock {
  kind: ImageKind;
  /** Where its images are, at least one. */
  entries: readonly ImageEntry[];
  /** Names of the attributes that WordPress can bind to a source. */
  boundAttributes?: readonly string[];
  /** True if the block shows the featured image of the post instead of an image of its own. */
  showsFeaturedImage?: (attributes: BlockAttributes) => boolean;
  /**
   * The attributes that WordPress itself changes to mark the image as decorative or to remove the
   * mark; null if this version of WordPress has no such mark.
   */
  nativeMark?: (isDecorative: boolean, attributes: BlockAttributes) => BlockAttributes | null;
}

/** An image as the attributes of its block describe it. */
export interface BlockImage {
  /** URL of the file; `blob:` during the upload. */
  url: string;
  /** Null if the image is not in the media library. */
  attachmentId: number | null;
  alt: string;
  /** Rich text: an object, or a string of HTML. */
  caption: unknown;
  isLinked: boolean;
  /** URL of the link; empty without a link, or if it only opens the image itself. */
  linkTarget: string;
  /** The words of the link around an image in a text. */
  linkText?: string | undefined;
  isUploading: boolean;
  isDecorative: boolean;
  /** A click enlarges it. */
  hasLightbox: boolean;
  /** Visitors get the text of the media library. */
  showsLibraryText?: boolean;
}

/** The text of an attribute; empty if it is missing or not a string. */
export function asText(attribute: unknown): string {
  return typeof attribute === 'string' ? attribute : '';
}

/** The attachment id in an attribute, which may be a text; null if there is none. */
export function asId(attribute: unknown): number | null {
  const id = typeof attribute === 'string' ? Number(attribute) : attribute;
  return typeof id === 'number' && Number.isInteger(id) && id > 0 ? id : null;
}

/**
 * Altscribe's own decorative mark, for blocks with one image and without a mark of their own. It is
 * in `metadata`, an attribute that every block has and never prints on the site, so the block stays
 * valid without the plugin.
 */

interface Metadata {
  altscribe?: { isDecorative?: unknown };
}

/** True if a block's mark counts: the image has not been given an alt text or a link since. */
export function isMarkedDecorative(
  attributes: BlockAttributes,
  { alt, isLinked }: Pick<BlockImage, 'alt' | 'isLinked'>,
): boolean {
  return hasMark(attributes) && alt.trim() === '' && !isLinked;
}

function hasMark({ metadata }: BlockAttributes): boolean {
  return (metadata as Metadata | undefined)?.altscribe?.isDecorative === true;
}

/** The attributes that set the mark, or remove it; empty if it is not there. */
export function markAttributes(attributes: BlockAttributes, isMarked: boolean): BlockAttributes {
  const { altscribe: _mark, ...others } = (attributes.metadata ?? {}) as Metadata;
  if (isMarked) {
    return { metadata: { ...others, altscribe: { isDecorative: true } } };
  }
  const metadata = Object.keys(others).length > 0 ? others : undefined;
  return hasMark(attributes) ? { metadata } : {};
}
