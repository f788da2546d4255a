import { store as blockEditorStore } from '@wordpress/block-editor';
import type { DataRegistry } from '@wordpress/data';
import type { BlockAttributes } from './image-block.ts';
import { findImageBlock } from './registry.ts';
import { writeAttributes } from './write-attributes.ts';

/** Shows an image of the media library in blocks, in place of the one that they show. */
export function replaceMedia(
  registry: DataRegistry,
  clientIds: readonly string[],
  { id, url }: { id: number; url: string },
): void {
  const { getBlockName } = registry.select(blockEditorStore);
  const changes = new Map<string, BlockAttributes>();
  for (const clientId of clientIds) {
    const block = findImageBlock(getBlockName(clientId));
    if (block) {
      changes.set(clientId, {
        ...(block.idAttribute && { [block.idAttribute]: id }),
        [block.urlAttribute]: url,
      });
    }
  }
  writeAttributes(registry, changes);
}
