import { store as blockEditorStore } from '@wordpress/block-editor';
import type { DataRegistry } from '@wordpress/data';
import { store as editorStore } from '@wordpress/editor';
import { __ } from '@wordpress/i18n';
import { createLockFinder, findBinding, readBoundAttributes } from '../image-blocks/bindings.ts';
import type { BlockImage } from '../image-blocks/image-block.ts';
import { listBlockImages } from '../image-blocks/list-images.ts';
import {
  blockTitle,
  containerTitle,
  findImageBlock,
  isRepeated,
  readAttributes,
  walkBlocks,
  type PostBlock,
} from '../image-blocks/registry.ts';
import { listHtmlImages, listTextImages } from '../image-blocks/text-images.ts';
import { findClientId, targetKey, type AltTextTarget } from './alt-text-target.ts';
import { canEditAttachment, findAttachment } from './attachments.ts';
import { toEditorImage, type EditorImage, type FoundImage } from './editor-image.ts';

/** The featured image of a post. Its alt text belongs to the attachment. */
interface FeaturedImage extends BlockImage {
  attachmentId: number;
  /** The user may change the attachment. */
  canEdit: boolean;
}

/** The currently selected featured image; undefined without one. */
function findFeaturedImage(registry: DataRegistry): FeaturedImage | undefined {
  const id: unknown = registry.select(editorStore).getEditedPostAttribute('featured_media');
  if (typeof id !== 'number' || id <= 0) {
    return undefined;
  }
  const { url, alt, isDecorative } = findAttachment(registry, id) ?? {
    // WordPress loads it when its own panel shows it.
    url: '',
    alt: '',
    isDecorative: false,
  };
  return {
    attachmentId: id,
    url,
    alt,
    caption: undefined,
    isLinked: false,
    linkTarget: '',
    isUploading: false,
    isDecorative: isDecorative && alt.trim() === '',
    hasLightbox: false,
    canEdit: canEditAttachment(registry, id),
  };
}

/**
 * Returns a function that replaces each item with the equal item from its previous call, so a
 * comparison by identity shows the changes. It returns the previous array if nothing changed.
 */
export function reuseEqualItems<Item extends object>(): (items: Item[]) => Item[] {
  let previous: Item[] = [];
  return (items) => {
    const reused = items.map((item, index) => {
      const known = previous[index];
      return known && isEqual(known, item) ? known : item;
    });
    const isSame =
      reused.length === previous.length && reused.every((item, index) => item === previous[index]);
    previous = isSame ? previous : reused;
    return previous;
  };
}

/** Compares plain objects field by field, and anything else (rich text) by identity. */
function isEqual(one: unknown, other: unknown): boolean {
  if (one === other || !isPlainObject(one) || !isPlainObject(other)) {
    return one === other;
  }
  const keys = Object.keys(one);
  return (
    keys.length === Object.keys(other).length && keys.every((key) => isEqual(one[key], other[key]))
  );
}

function isPlainObject(value: unknown): value is Record<string, unknown> {
  return (
    typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype
  );
}

/**
 * The featured image and every image in the blocks of the post, in document order. Not in blocks
 * that WordPress could not read: it saves their old HTML, with that of the blocks in them.
 */
export function listImages(registry: DataRegistry): EditorImage[] {
  const found: FoundImage[] = [];
  const featured = findFeatured(registry);
  if (featured) {
    found.push(featured);
  }
  const findLock = createLockFinder(registry);
  const { isBlockValid } = registry.select(blockEditorStore);
  for (const block of walkBlocks(registry)) {
    if ([block, ...block.ancestors].every(({ clientId }) => isBlockValid(clientId))) {
      found.push(...findInBlock(registry, block, featured, findLock));
    }
  }
  return found.map((image, index) => toEditorImage(registry, image, index + 1));
}

/** Images by the `targetKey` of their targets. */
export function byTarget(images: readonly EditorImage[]): ReadonlyMap<string, EditorImage> {
  return new Map(images.map((image) => [targetKey(image.target), image]));
}

/** An image in its current state; undefined once its block is removed. */
export function findImage(registry: DataRegistry, target: AltTextTarget): EditorImage | undefined {
  return byTarget(listImages(registry)).get(targetKey(target));
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

/** The images in one block itself, without those in its inner blocks. */
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
    const { boundAttributes = [], kind } = imageBlock;
    const shown = readBoundAttributes(registry, clientId, boundAttributes);
    if (imageBlock.showsFeaturedImage?.(shown)) {
      // In a query it is the featured image of another post.
      if (featured && !isRepeated(block)) {
        const { image } = featured;
        const target = { type: 'block', clientId } as const;
        found.push({ image, target, kind, ...place(), lock: null, state: 'pointer' });
      }
    } else {
      for (const { image, part, paths } of listBlockImages(imageBlock, shown)) {
        const target = { type: 'block', clientId, ...(part !== undefined && { part }) } as const;
        const [altAttribute = ''] = paths.alt[0]?.split('.') ?? [];
        const lock = findLock(block, shown, altAttribute);
        const isBound = findBinding(shown, altAttribute) !== undefined;
        const hasNoMark = part !== undefined && paths.mark === undefined;
        found.push({ image, target, kind, ...place(), lock, isBound, hasNoMark });
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

/**
 * The first image without alt text after the image with this key (`targetKey`), or after the
 * selected block if it is null. After the last image the search continues at the first. Undefined
 * if no image needs alt text.
 */
export function findNextMissing(
  registry: DataRegistry,
  key: string | null,
): EditorImage | undefined {
  const images = listImages(registry);
  const here = images.findIndex(({ target }) => targetKey(target) === key);
  const next = here < 0 ? countBeforeSelection(registry, images) : here + 1;
  return [...images.slice(next), ...images.slice(0, next)].find(({ state }) => state === 'missing');
}

/** Number of images before the end of the selected block; 0 without a selection. */
function countBeforeSelection(registry: DataRegistry, images: EditorImage[]): number {
  const selected = registry.select(blockEditorStore).getSelectedBlockClientId();
  const blocks = [...walkBlocks(registry)].map(({ clientId }) => clientId);
  const upToHere = new Set(blocks.slice(0, blocks.indexOf(selected ?? '') + 1));
  return images.filter(({ target }) => upToHere.has(findClientId(target) ?? '')).length;
}

/** Selects the block. The editor scrolls to it, and the focus stays where it is. */
export function selectInBackground(registry: DataRegistry, target: AltTextTarget): void {
  const clientId = findClientId(target);
  if (clientId !== null) {
    void registry.dispatch(blockEditorStore).selectBlock(clientId, null);
  }
}
