import type { ImageKey } from './alt-text-target.ts';
import type { EditorImage } from './editor-image.ts';

/**
 * The same value for all blocks that show the same image, in whatever size. In a file of its own because the
 * checks, which are loaded later, need nothing else of `editor-image.ts`: what both load takes more space.
 */
export function imageKey({ attachmentId, url }: EditorImage): ImageKey {
  return attachmentId ?? url;
}
