import { store as blockEditorStore } from '@wordpress/block-editor';
import type { DataRegistry } from '@wordpress/data';
import { walkBlocks } from '../image-blocks/post-blocks.ts';
import { findClientId, targetKey, type AltTextTarget } from './alt-text-target.ts';
import type { EditorImage } from './editor-image.ts';
import { listImages } from './images.ts';

/**
 * The first image without alt text after the image with this key (`targetKey`), or after the selected
 * block if it is null; behind the last one it begins anew. Undefined if no image needs alt text.
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

/** Number of images up to the selected block, and in it; 0 without a selection. */
function countBeforeSelection(registry: DataRegistry, images: EditorImage[]): number {
  const selected = registry.select(blockEditorStore).getSelectedBlockClientId();
  const blocks = [...walkBlocks(registry)].map(({ clientId }) => clientId);
  const upToHere = new Set(blocks.slice(0, blocks.indexOf(selected ?? '') + 1));
  return images.filter(({ target }) => upToHere.has(findClientId(target) ?? '')).length;
}

/** Selects the block, to which the editor scrolls; the focus stays where it is. */
export function selectInBackground(registry: DataRegistry, target: AltTextTarget): void {
  const clientId = findClientId(target);
  if (clientId !== null) {
    void registry.dispatch(blockEditorStore).selectBlock(clientId, null);
  }
}
