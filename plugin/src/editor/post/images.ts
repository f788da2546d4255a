import type { DataRegistry } from '@wordpress/data';
import { createLockFinder, type Lock } from '../image-blocks/alt-text-lock.ts';
import { readBoundAttributes } from '../image-blocks/bindings.ts';
import type { BlockImage, ImageKind } from '../image-blocks/image-block.ts';
import {
  blockTitle,
  containerTitle,
  walkBlocks,
  type PostBlock,
} from '../image-blocks/post-blocks.ts';
import { findImageBlock } from '../image-blocks/registry.ts';
import { targetKey, type AltTextTarget, type ImageKey } from './alt-text-target.ts';

export type ImageState =
  | 'missing'
  | 'has-alt'
  | 'decorative'
  | 'uploading'
  | 'locked'
  /** In HTML, where only the user can write an alt text. */
  | 'html'
  /** The featured image, shown by a block: see `pointsTo`. */
  | 'pointer';

/** Whether the image can be marked as decorative, and why not. */
export type DecorativeChoice = { can: true } | { can: false; reason: NotDecorativeReason };

export type NotDecorativeReason =
  /** Then the link would have no name. */
  | 'linked'
  /** It opens enlarged on a click, as a button that needs a name. */
  | 'lightbox'
  | 'locked'
  | 'uploading'
  | 'html'
  /** Its alt text is that of the featured image. */
  | 'pointer';

export type { ImageKind, Lock };

/** An image of the post. */
export interface EditorImage extends Omit<BlockImage, 'isUploading' | 'isDecorative'> {
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
  /** The text that the media library has for it; null if it has none, or if that is not known. */
  libraryText: string | null;
  decorative: DecorativeChoice;
  /** `targetKey` of the featured image, if a block shows that one; else null. */
  pointsTo: string | null;
}

/** True if the image may get an alt text here. */
export function hasControls({ state }: EditorImage): boolean {
  return state === 'missing' || state === 'has-alt' || state === 'uploading';
}

/** Every image of the post at any depth, in document order, without empty blocks. */
export function listImages(registry: DataRegistry): EditorImage[] {
  const images: EditorImage[] = [];
  const findLock = createLockFinder(registry);
  for (const block of walkBlocks(registry)) {
    const image = readImage(registry, block, images.length + 1, findLock);
    if (image) {
      images.push(image);
    }
  }
  return images;
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

function readImage(
  registry: DataRegistry,
  block: PostBlock,
  number: number,
  findLock: ReturnType<typeof createLockFinder>,
): EditorImage | undefined {
  const imageBlock = findImageBlock(block.name);
  if (!imageBlock) {
    return undefined;
  }
  const { clientId } = block;
  const attributes = readBoundAttributes(registry, clientId, imageBlock.boundAttributes);
  const blockImage = imageBlock.readImage(attributes);
  if (!blockImage) {
    return undefined;
  }
  const { isUploading, isDecorative, ...image } = blockImage;
  const lock = findLock(block, attributes, imageBlock.altAttribute);
  return {
    ...image,
    target: { type: 'block', clientId },
    kind: imageBlock.kind,
    title: blockTitle(block),
    number,
    container: containerTitle(block),
    state: toState(blockImage, lock),
    lock,
    isReadOnly: false,
    libraryText: null,
    decorative: { can: false, reason: 'locked' },
    pointsTo: null,
  };
}

function toState({ isUploading, isDecorative, alt }: BlockImage, lock: Lock | null): ImageState {
  if (isUploading) {
    return 'uploading';
  }
  if (lock) {
    return 'locked';
  }
  if (isDecorative) {
    return 'decorative';
  }
  return alt.trim() === '' ? 'missing' : 'has-alt';
}
