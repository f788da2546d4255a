import { store as blockEditorStore } from '@wordpress/block-editor';
import { useDispatch, useRegistry, useSelect, type DataRegistry } from '@wordpress/data';
import { useEffect, useMemo, useSyncExternalStore } from '@wordpress/element';
import type { Keywords } from '../../common/keywords.ts';
import { findClientId } from '../post/alt-text-target.ts';
import { findPostId, readLanguage } from '../post/current-post.ts';
import { hasControls, type EditorImage } from '../post/editor-image.ts';
import { readContext, type ImageContext } from '../post/generate-request.ts';
import { readKeywords, seoStores } from '../post/keywords.ts';
import { createWatch, imageStores, watchImages, type Watched } from '../post/watch.ts';
import { store } from '../store/index.ts';

/** Null if the editor does not edit a post. */
export function usePostId(): number | null {
  return useSelect((_select, registry) => findPostId(registry), []);
}

const watchKeywords = createWatch(
  ['core', 'core/editor', store.name, ...seoStores],
  (registry) => () => readKeywords(registry, registry.select(store).getTypedKeywords()).value,
);

/** The SEO keywords of the post, separated by commas. */
export function useKeywords(): string {
  return useWatched(watchKeywords);
}

/**
 * The same for a field, with their source (see `Keywords`). Updated synchronously, because a
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

const watchLanguage = createWatch(
  ['core', 'core/editor'],
  (registry) => () => readLanguage(registry).code,
);

/** Code of the language of the post's texts; it may be a locale. */
export function useLanguage(): string {
  return useWatched(watchLanguage);
}

/** The images of the post. The component renders again only if one of them changes. */
export function useImages(): EditorImage[] {
  return useWatched(watchImages);
}

export function useWatched<Value>(watch: (registry: DataRegistry) => Watched<Value>): Value {
  const { subscribe, get } = watch(useRegistry());
  return useSyncExternalStore(subscribe, get);
}

/**
 * The image of a block that can get an alt text. If a text has several images, the first one
 * without alt text. Undefined if the block has none.
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

/**
 * Suggests texts whose images were not in the editor when they were generated, once the images are
 * back.
 */
export function useKeptTexts(): void {
  const images = useImages();
  const postId = usePostId();
  const { giveBackTexts } = useDispatch(store);
  useEffect(() => {
    void giveBackTexts();
  }, [giveBackTexts, images, postId]);
}
