import { store as blockEditorStore } from '@wordpress/block-editor';
import { useSelect } from '@wordpress/data';
import { findClientId } from '../post/alt-text-target.ts';
import { hasControls, type EditorImage } from '../post/editor-image.ts';
import { useImages } from './use-post.ts';

/**
 * The image of a block that can get an alt text; of several in one text, the first without any.
 * Undefined if the block has none.
 */
export function useImageOfBlock(clientId: string | null): EditorImage | undefined {
  const images = useImages().filter(
    (image) => clientId !== null && findClientId(image.target) === clientId && hasControls(image),
  );
  return images.find(({ state }) => state === 'missing') ?? images[0];
}

/** The image of the selected block, as `useImageOfBlock` returns it. */
export function useSelectedImage(): EditorImage | undefined {
  const clientId = useSelect((select) => select(blockEditorStore).getSelectedBlockClientId(), []);
  return useImageOfBlock(clientId);
}
