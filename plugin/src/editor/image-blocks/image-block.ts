/** Attributes of a block, as the block editor stores them. */
export type BlockAttributes = Record<string, unknown>;

/**
 * What holds an image: one of WordPress's blocks, a text (`inline`), HTML that the editor shows but
 * does not edit image by image, the featured image of the post, or a block of another plugin.
 */
export type ImageKind = 'image' | 'cover' | 'media-text' | 'inline' | 'html' | 'featured' | 'other';

/** A kind of block that shows an image. Other folders know neither its name nor its attributes. */
export interface ImageBlock {
  /** Name of the block type, such as `core/image`. */
  name: string;
  kind: ImageKind;
  /** Name of the attribute that holds the alt text. */
  altAttribute: string;
  /** Names of the attributes that WordPress can bind to a source. */
  boundAttributes: readonly string[];
  /** Reads the image that a block shows; undefined while the block is empty. */
  readImage: (attributes: BlockAttributes) => BlockImage | undefined;
}

/** An image as the attributes of its block describe it. */
export interface BlockImage {
  /** Address of the file; `blob:` during the upload. */
  url: string;
  /** Null if the image is not in the media library. */
  attachmentId: number | null;
  alt: string;
  /** Rich text: an object, or a string of HTML. */
  caption: unknown;
  isLinked: boolean;
  /** Where the link leads; empty without a link, or if it only leads to the image itself. */
  linkTarget: string;
  isUploading: boolean;
  isDecorative: boolean;
}
