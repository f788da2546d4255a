import { store as blockEditorStore } from '@wordpress/block-editor';
import { getBlockType } from '@wordpress/blocks';
import type { DataRegistry } from '@wordpress/data';
import { store as editorStore } from '@wordpress/editor';
import { isMarkedDecorative } from './decorative-mark.ts';
import {
  asId,
  asText,
  readLinkTarget,
  type BlockAttributes,
  type ImageBlock,
} from './image-block.ts';
import { readOtherBlocks } from './other-blocks.ts';

/**
 * The block "Cover" with a background image. WordPress uses the alt text as the image's name even
 * if the background is fixed or repeated, with `role="img"` and `aria-label`.
 */
const coreCover: ImageBlock = {
  name: 'core/cover',
  kind: 'cover',
  altAttribute: 'alt',
  urlAttribute: 'url',
  idAttribute: 'id',
  boundAttributes: [],

  readImage(attributes) {
    const url = asText(attributes.url);
    if (url === '' || !isImage(attributes)) {
      return undefined;
    }
    const image = {
      url,
      attachmentId: asId(attributes.id),
      alt: asText(attributes.alt),
      caption: undefined,
      isLinked: false,
      linkTarget: '',
      isUploading: url.startsWith('blob:'),
      hasLightbox: false,
    };
    return { ...image, isDecorative: isMarkedDecorative(attributes, image) };
  },

  showsFeaturedImage: (attributes) => attributes.useFeaturedImage === true && isImage(attributes),
};

/** Other backgrounds are videos. */
function isImage({ backgroundType }: BlockAttributes): boolean {
  return backgroundType === undefined || backgroundType === 'image';
}

const imageBlockName = 'core/image';

/** The block "Image", also inside a gallery. */
export const coreImage: ImageBlock = {
  name: imageBlockName,
  kind: 'image',
  altAttribute: 'alt',
  urlAttribute: 'url',
  idAttribute: 'id',
  boundAttributes: ['id', 'url', 'alt'],

  readImage(attributes) {
    const url = asText(attributes.url) || asText(attributes.blob);
    if (url === '') {
      return undefined;
    }
    const image = {
      url,
      attachmentId: asId(attributes.id),
      alt: asText(attributes.alt),
      caption: attributes.caption,
      isLinked: asText(attributes.href) !== '',
      linkTarget: readLinkTarget(attributes),
      isUploading: attributes.blob !== undefined || url.startsWith('blob:'),
      hasLightbox: (attributes.lightbox as { enabled?: unknown } | undefined)?.enabled === true,
    };
    const isNative = attributes.isDecorative === true && supportsDecorative();
    return { ...image, isDecorative: isNative || isMarkedDecorative(attributes, image) };
  },

  nativeMark(isDecorative) {
    if (!supportsDecorative()) {
      return null;
    }
    // The same attributes that the checkbox "Mark as decorative" in WordPress 7.1 sets.
    return isDecorative
      ? {
          isDecorative: true,
          alt: '',
          caption: undefined,
          href: undefined,
          linkDestination: undefined,
          linkTarget: undefined,
          rel: undefined,
        }
      : { isDecorative: undefined };
  },
};

/** True since WordPress 7.1. Older versions ignore the attribute. */
function supportsDecorative(): boolean {
  return getBlockType(imageBlockName)?.attributes.isDecorative !== undefined;
}

/** The block "Media & Text" with an image. */
const coreMediaText: ImageBlock = {
  name: 'core/media-text',
  kind: 'media-text',
  altAttribute: 'mediaAlt',
  urlAttribute: 'mediaUrl',
  idAttribute: 'mediaId',
  boundAttributes: [],

  readImage(attributes) {
    const url = asText(attributes.mediaUrl);
    if (url === '' || attributes.mediaType !== 'image') {
      return undefined;
    }
    const image = {
      url,
      attachmentId: asId(attributes.mediaId),
      alt: asText(attributes.mediaAlt),
      caption: undefined,
      isLinked: asText(attributes.href) !== '',
      linkTarget: readLinkTarget(attributes),
      isUploading: url.startsWith('blob:'),
      hasLightbox: false,
    };
    return { ...image, isDecorative: isMarkedDecorative(attributes, image) };
  },

  showsFeaturedImage: ({ useFeaturedImage }) => useFeaturedImage === true,
};

/** A block of the post. */
export interface PostBlock {
  clientId: string;
  name: string | null;
  /** The blocks that contain it, outermost first. */
  ancestors: Pick<PostBlock, 'clientId' | 'name'>[];
}

/** Every block of the post at any depth, in document order. */
export function walkBlocks(registry: DataRegistry): Generator<PostBlock> {
  return walk(registry, postRoot(registry), []);
}

/** The present attributes of a block; empty once it is removed. */
export function readAttributes(registry: DataRegistry, clientId: string): BlockAttributes {
  return registry.select(blockEditorStore).getBlockAttributes(clientId) ?? {};
}

/** Title of the type of a block, such as "Cover"; empty if the type is not registered. */
export function blockTitle({ name }: PostBlock): string {
  return getBlockType(name ?? '')?.title ?? '';
}

/** Blocks that repeat their content for each result. */
const repeaters = [
  'core/post-template',
  'core/comment-template',
  'core/term-template',
  'woocommerce/product-template',
];

/** True if a block is repeated for each post that a query finds. */
export function isRepeated({ ancestors }: PostBlock): boolean {
  return ancestors.some(({ name }) => repeaters.includes(name ?? ''));
}

/** Title of the block that contains this one, such as "Gallery"; empty at the top level. */
export function containerTitle({ ancestors }: PostBlock): string {
  // "in Columns" is clearer than "in Column".
  const ancestor = ancestors.filter(({ name }) => name !== 'core/column').at(-1);
  return getBlockType(ancestor?.name ?? '')?.title ?? '';
}

function* walk(
  registry: DataRegistry,
  rootClientId: string,
  ancestors: PostBlock['ancestors'],
): Generator<PostBlock> {
  const { getBlockOrder, getBlockName } = registry.select(blockEditorStore);
  for (const clientId of getBlockOrder(rootClientId)) {
    const name = getBlockName(clientId);
    yield { clientId, name, ancestors };
    if (getBlockOrder(clientId).length > 0) {
      yield* walk(registry, clientId, [...ancestors, { clientId, name }]);
    }
  }
}

/**
 * If the editor shows the template around the post, only the blocks in its content belong to the
 * post.
 */
export function postRoot(registry: DataRegistry): string {
  if (registry.select(editorStore).getRenderingMode() === 'post-only') {
    return '';
  }
  return registry.select(blockEditorStore).getBlocksByName('core/post-content')[0] ?? '';
}

/** All kinds of WordPress blocks whose image can have alt text. */
const coreBlocks: ImageBlock[] = [coreImage, coreCover, coreMediaText];

let blocksByName: ReadonlyMap<string, ImageBlock> | undefined;

/** The kind of image block with this name; undefined for any other block. */
export function findImageBlock(name: string | null): ImageBlock | undefined {
  // Read on first use, when the scripts of all plugins have run.
  blocksByName ??= new Map(
    [...coreBlocks, ...readOtherBlocks(coreBlocks.map((block) => block.name))].map((block) => [
      block.name,
      block,
    ]),
  );
  return blocksByName.get(name ?? '');
}
