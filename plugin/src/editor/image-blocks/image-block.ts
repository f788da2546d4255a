/** Attributes of a block, as the block editor stores them. */
export type BlockAttributes = Record<string, unknown>;

/**
 * The container of an image: a WordPress block, a text (`inline`), HTML that the editor shows but
 * cannot edit image by image, the featured image of the post, or another plugin's block.
 */
export type ImageKind = 'image' | 'cover' | 'media-text' | 'inline' | 'html' | 'featured' | 'other';

/**
 * A kind of block that shows an image. Its name and attributes are not used in any other folder.
 */
export interface ImageBlock {
  /** Name of the block type, such as `core/image`. */
  name: string;
  kind: ImageKind;
  /** Name of the attribute that holds the alt text. */
  altAttribute: string;
  /** Names of the attributes with the image's URL and its attachment id. */
  urlAttribute: string;
  idAttribute: string | undefined;
  /** Names of the attributes that WordPress can bind to a source. */
  boundAttributes: readonly string[];
  /** Reads the image that a block shows; undefined while the block is empty. */
  readImage: (attributes: BlockAttributes) => BlockImage | undefined;
  /** True if the block shows the featured image of the post instead of an image of its own. */
  showsFeaturedImage?: (attributes: BlockAttributes) => boolean;
  /**
   * The attributes that WordPress itself changes to mark the image as decorative or to remove the
   * mark; null if this version of WordPress has no such mark.
   */
  nativeMark?: (isDecorative: boolean) => BlockAttributes | null;
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
  isUploading: boolean;
  isDecorative: boolean;
  /** A click enlarges it. */
  hasLightbox: boolean;
}

/** The text of an attribute; empty if it is missing or not a string. */
export function asText(attribute: unknown): string {
  return typeof attribute === 'string' ? attribute : '';
}

/** The attachment id in an attribute; null if there is none. */
export function asId(attribute: unknown): number | null {
  return typeof attribute === 'number' && attribute > 0 ? attribute : null;
}

/** A link to the image's own file or attachment page says nothing about its purpose. */
export function readLinkTarget({ href, linkDestination }: BlockAttributes): string {
  return linkDestination === 'media' || linkDestination === 'attachment' ? '' : asText(href);
}
