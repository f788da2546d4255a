import { type DataRegistry, useDispatch, useRegistry, useSelect } from '@wordpress/data';
import { useEffect, useSyncExternalStore } from '@wordpress/element';
import { findClientId } from '../post/alt-text-target.ts';
import { findPostId, readLanguage } from '../post/current-post.ts';
import { type EditorImage, hasControls } from '../post/editor-image.ts';
import { readKeywords, seoStores } from '../post/keywords.ts';
import { type Watched, createWatch, watchImages } from '../post/watch.ts';
import { store } from '../store/index.ts';
import { isGenerated } from '../../common/request/state.ts';

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

/**
 * Shows the suggestions that the site stores for this post, and drops those that were decided
 * elsewhere when the user comes back to the tab.
 */
export function useStoredSuggestions(): void {
  const images = useImages();
  const postId = usePostId();
  const { loadSuggestions, placeSuggestions } = useDispatch(store);
  useEffect(() => {
    const load = () => {
      if (document.visibilityState === 'visible') {
        void loadSuggestions();
      }
    };
    load();
    document.addEventListener('visibilitychange', load);
    return () => {
      document.removeEventListener('visibilitychange', load);
    };
  }, [loadSuggestions, postId]);
  useEffect(() => {
    void placeSuggestions();
  }, [placeSuggestions, images]);
}

/** True if the site is generating a text for the image after its upload. */
export function useIsQueued(image: EditorImage): boolean {
  return useSelect((select) => select(store).isQueued(image), [image]);
}

/**
 * The images for "Generate all missing": without a text, without a pending suggestion, and not in
 * the queue of uploads.
 */
export function useMissing(): EditorImage[] {
  const images = useImages();
  return useSelect(
    (select) => {
      const { getSuggestion, isQueued } = select(store);
      return images.filter(
        (image) =>
          image.state === 'missing' && !isGenerated(getSuggestion(image)) && !isQueued(image),
      );
    },
    [images],
  );
}
