import type { DataRegistry } from '@wordpress/data';
import { __ } from '@wordpress/i18n';
import { createLockFinder } from '../image-blocks/alt-text-lock.ts';
import { findBinding, readBoundAttributes } from '../image-blocks/bindings.ts';
import { listHtmlImages } from '../image-blocks/html-images.ts';
import type { BlockAttributes, BlockImage, ImageBlock } from '../image-blocks/image-block.ts';
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
import { targetKey, type AltTextTarget } from './alt-text-target.ts';
import { toEditorImage, type EditorImage, type FoundImage } from './editor-image.ts';
import { findFeaturedImage } from './featured-image.ts';

/** The featured image and every image in the blocks of the post, in document order. */
export function listImages(registry: DataRegistry): EditorImage[] {
  const found: FoundImage[] = [];
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

function findFeatured(registry: DataRegistry): FoundImage | undefined {
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
  featured: FoundImage | undefined,
  findLock: ReturnType<typeof createLockFinder>,
): FoundImage[] {
  const { clientId, name } = block;
  const attributes = readAttributes(registry, clientId);
  const imageBlock = findImageBlock(name);
  const place = () => ({ title: blockTitle(block), container: containerTitle(block) });
  const found: FoundImage[] = [];
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
      const image = readImage(imageBlock, shown);
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

/** By the attributes of a block, which are another object after every change. */
const known = new WeakMap<BlockAttributes, BlockImage>();

function readImage(imageBlock: ImageBlock, attributes: BlockAttributes): BlockImage | undefined {
  const image = known.get(attributes) ?? imageBlock.readImage(attributes);
  if (image) {
    known.set(attributes, image);
  }
  return image;
}
