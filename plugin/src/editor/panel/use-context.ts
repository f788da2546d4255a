import { store as blockEditorStore } from '@wordpress/block-editor';
import { useSelect } from '@wordpress/data';
import { useMemo } from '@wordpress/element';
import type { Keywords } from '../../common/keywords.ts';
import {
  createWatch,
  findClientId,
  hasControls,
  imageStores,
  readContext,
  readKeywords,
  seoStores,
  store,
  useImages,
  useWatched,
} from '../main.tsx';
import type { EditorImage } from '../post/editor-image.ts';
import type { ImageContext } from '../post/generate-request.ts';

/** The parts of the context of images that the panel shows. */

/**
 * The SEO keywords of the post for a field, with their source (see `Keywords`). Updated synchronously, because a
 * delayed value would make the caret jump.
 */
export function useKeywordsField(): Keywords {
  const value = useSelect(
    (select, registry) => readKeywords(registry, select(store).getTypedKeywords()).value,
    [],
  );
  const source = useSelect(
    (select, registry) => readKeywords(registry, select(store).getTypedKeywords()).source,
    [],
  );
  return { value, source };
}

/**
 * The image of the selected block that can get an alt text, else the first such image of the post.
 */
export function useContextImage(): EditorImage | undefined {
  const images = useImages().filter(hasControls);
  const selected = useSelect((select) => select(blockEditorStore).getSelectedBlockClientId(), []);
  return (
    images.find(({ target }) => selected !== null && findClientId(target) === selected) ?? images[0]
  );
}

/**
 * The context sent with a request for this image. Reads the post, so not used while a suggestion is
 * edited.
 */
export function useSentContext(image: EditorImage): ImageContext {
  const typedKeywords = useSelect((select) => select(store).getTypedKeywords(), []);
  const watchContext = useMemo(
    () =>
      // Serialized, because an object would differ on every read.
      createWatch(
        [...imageStores, ...seoStores],
        (registry) => () => JSON.stringify(readContext(registry, image, typedKeywords)),
      ),
    [image, typedKeywords],
  );
  return JSON.parse(useWatched(watchContext)) as ImageContext;
}
