import type { DataRegistry } from '@wordpress/data';
import { __ } from '@wordpress/i18n';
import { createLockFinder, type Lock } from '../image-blocks/alt-text-lock.ts';
import { findBinding, readBoundAttributes } from '../image-blocks/bindings.ts';
import { listHtmlImages } from '../image-blocks/html-images.ts';
import type { BlockImage, ImageKind } from '../image-blocks/image-block.ts';
import {
  blockTitle,
  containerTitle,
  isRepeated,
  readAttributes,
  walkBlocks,
  type PostBlock,
} from '../image-blocks/post-blocks.ts';
import { findImageBlock } from '../image-blocks/registry.ts';
import { listTextImages } from '../image-blocks/text-images.ts';
import { targetKey, type AltTextTarget, type ImageKey } from './alt-text-target.ts';
import { isAddressOf } from './attachment-address.ts';
import { findAttachment } from './attachments.ts';
import { findFeaturedImage } from './featured-image.ts';
import {
  toDecorativeChoice,
  toState,
  type DecorativeChoice,
  type ImageState,
} from './image-state.ts';

export type { DecorativeChoice, ImageKind, ImageState, Lock };
export type { NotDecorativeReason } from './image-state.ts';

/** An image of the post. */
export interface EditorImage extends Omit<
  BlockImage,
  'isUploading' | 'isDecorative' | 'hasLightbox'
> {
  /** Where its alt text is written. */
  target: AltTextTarget;
  kind: ImageKind;
  /** Name of the block that holds it, or of its place, such as "Cover" or "Featured image". */
  title: string;
  /** Position among the images of the post, from 1. */
  number: number;
  /** Title of the block that contains it; empty at the top level. */
  container: string;
  state: ImageState;
  /** Null if the alt text can be edited here. */
  lock: Lock | null;
  /** It is in a query, which repeats it for each post that it finds. */
  isReadOnly: boolean;
  /**
   * For an image without a text, the one that the media library has; null if it has none, or if that
   * is not known.
   */
  libraryText: string | null;
  decorative: DecorativeChoice;
  /** `targetKey` of the featured image, if a block shows that one; else null. */
  pointsTo: string | null;
}

/** What is known of an image before it has its place in the list. */
interface Found {
  image: BlockImage;
  target: AltTextTarget;
  kind: ImageKind;
  title: string;
  container: string;
  lock: Lock | null;
  isBound?: boolean;
  /** Given where it is not that of the alt text. */
  state?: 'html' | 'decorative' | 'pointer';
}

/** True if the image may get an alt text here. */
export function hasControls({ state }: EditorImage): boolean {
  return state === 'missing' || state === 'has-alt' || state === 'uploading';
}

/** The featured image and every image in the blocks of the post, in document order. */
export function listImages(registry: DataRegistry): EditorImage[] {
  const found: Found[] = [];
  const featured = findFeatured(registry);
  if (featured) {
    found.push(featured);
  }
  const findLock = createLockFinder(registry);
  for (const block of walkBlocks(registry)) {
    found.push(...findInBlock(registry, block, featured, findLock));
  }
  return found.map((image, index) => toEditorImage(registry, image, index + 1));
}

/** An image in its present state; undefined after its block was removed. */
export function findImage(registry: DataRegistry, target: AltTextTarget): EditorImage | undefined {
  const key = targetKey(target);
  return listImages(registry).find((image) => targetKey(image.target) === key);
}

/** The same value for all blocks that show the same image, in whatever size. */
export function imageKey({ attachmentId, url }: EditorImage): ImageKey {
  return attachmentId ?? url;
}

function findFeatured(registry: DataRegistry): Found | undefined {
  const image = findFeaturedImage(registry);
  return (
    image && {
      image,
      target: { type: 'attachment', attachmentId: image.attachmentId },
      kind: 'featured',
      title: __('Featured image', 'altscribe'),
      container: '',
      lock: image.canEdit ? null : 'attachment',
    }
  );
}

/** The images that one block holds itself: without those in the blocks inside of it. */
function findInBlock(
  registry: DataRegistry,
  block: PostBlock,
  featured: Found | undefined,
  findLock: ReturnType<typeof createLockFinder>,
): Found[] {
  const { clientId, name } = block;
  const attributes = readAttributes(registry, clientId);
  const imageBlock = findImageBlock(name);
  const place = () => ({ title: blockTitle(block), container: containerTitle(block) });
  const found: Found[] = [];
  if (imageBlock) {
    const { altAttribute, boundAttributes, kind } = imageBlock;
    const shown = readBoundAttributes(registry, clientId, boundAttributes);
    const target = { type: 'block', clientId } as const;
    if (imageBlock.showsFeaturedImage?.(shown)) {
      // In a query it is the featured image of another post.
      if (featured && !isRepeated(block)) {
        const { image } = featured;
        found.push({ image, target, kind, ...place(), lock: null, state: 'pointer' });
      }
    } else {
      const image = imageBlock.readImage(shown);
      if (image) {
        const lock = findLock(block, shown, altAttribute);
        const isBound = findBinding(shown, altAttribute) !== undefined;
        found.push({ image, target, kind, ...place(), lock, isBound });
      }
    }
  }
  for (const { attribute, index, image } of listTextImages(name ?? '', attributes)) {
    const target = { type: 'inline', clientId, attribute, index } as const;
    const [textAttribute = ''] = attribute.split('.');
    const isBound = findBinding(attributes, textAttribute) !== undefined;
    const lock = isBound ? 'binding' : findLock(block, attributes, textAttribute);
    found.push({ image, target, kind: 'inline', ...place(), lock });
  }
  listHtmlImages(registry, block).forEach((image, index) => {
    const target = { type: 'inline', clientId, attribute: 'content', index } as const;
    const state = image.isDecorative ? 'decorative' : 'html';
    found.push({ image, target, kind: 'html', ...place(), lock: null, state });
  });
  return found;
}

function toEditorImage(registry: DataRegistry, found: Found, number: number): EditorImage {
  const { image, target, kind, title, container, lock } = found;
  const state = found.state ?? toState(image, lock);
  return {
    url: image.url,
    attachmentId: image.attachmentId,
    alt: image.alt,
    caption: image.caption,
    isLinked: image.isLinked,
    linkTarget: image.linkTarget,
    target,
    kind,
    title,
    number,
    container,
    state,
    lock,
    isReadOnly: lock === 'query',
    libraryText: state === 'missing' ? findLibraryText(registry, image) : null,
    decorative: toDecorativeChoice(found, state),
    pointsTo:
      state === 'pointer' && image.attachmentId !== null
        ? targetKey({ type: 'attachment', attachmentId: image.attachmentId })
        : null,
  };
}

function findLibraryText(registry: DataRegistry, { attachmentId, url }: BlockImage): string | null {
  const attachment = attachmentId === null ? undefined : findAttachment(registry, attachmentId);
  const isThis = attachment && isAddressOf(attachment, url);
  return isThis && attachment.alt.trim() !== '' ? attachment.alt : null;
}
