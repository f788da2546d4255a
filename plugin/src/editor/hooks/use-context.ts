import { store as blockEditorStore } from '@wordpress/block-editor';
import { useSelect } from '@wordpress/data';
import { findClientId } from '../post/alt-text-target.ts';
import { readContext, type ImageContext } from '../post/generate-request.ts';
import { hasControls, type EditorImage } from '../post/editor-image.ts';
import { store } from '../store/index.ts';
import { useImages } from './use-post.ts';

/** The image of the selected block, else the first one of the post, that can get an alt text. */
export function useContextImage(): EditorImage | undefined {
  const images = useImages().filter(hasControls);
  const selected = useSelect((select) => select(blockEditorStore).getSelectedBlockClientId(), []);
  return (
    images.find(({ target }) => selected !== null && findClientId(target) === selected) ?? images[0]
  );
}

/** What a request for this image says beside the image. */
export function useSentContext(image: EditorImage): ImageContext {
  // As a text: an object would be another one each time.
  const json = useSelect(
    (select, registry) =>
      JSON.stringify(readContext(registry, image, select(store).getTypedKeywords())),
    [image],
  );
  return JSON.parse(json) as ImageContext;
}
