import type { ImageKey } from './alt-text-target.ts';
import type { BlockImage } from '../image-blocks/image-block.ts';

/**
 * The same value for all blocks that show the same image, in any size. It has its own file because the
 * checks, which are loaded later, need nothing else from `editor-image.ts`, and code that both load
 * takes more space.
 */
export function imageKey({
  attachmentId,
  url,
}: Pick<BlockImage, 'attachmentId' | 'url'>): ImageKey {
  return attachmentId ?? url;
}
