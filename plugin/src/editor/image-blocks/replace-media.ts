import { store as blockEditorStore } from '@wordpress/block-editor';
import type { DataRegistry } from '@wordpress/data';
import { writeBoundAttribute } from './bindings.ts';
import { findImageBlock } from './registry.ts';

/** Shows an image of the media library in a block, in place of the one that it shows. */
export function replaceMedia(
  registry: DataRegistry,
  clientId: string,
  { id, url }: { id: number; url: string },
): void {
  const { getBlockName } = registry.select(blockEditorStore);
  const block = findImageBlock(getBlockName(clientId));
  if (!block) {
    return;
  }
  const values = {
    ...(block.idAttribute && { [block.idAttribute]: id }),
    [block.urlAttribute]: url,
  };
  const own = Object.entries(values).filter(
    ([name, value]) => !writeBoundAttribute(registry, clientId, name, value),
  );
  void registry.dispatch(blockEditorStore).updateBlockAttributes(clientId, Object.fromEntries(own));
}
