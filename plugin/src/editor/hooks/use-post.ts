import { store as blockEditorStore } from '@wordpress/block-editor';
import { type DataRegistry, useDispatch, useRegistry, useSelect } from '@wordpress/data';
import { useEffect, useMemo, useSyncExternalStore } from '@wordpress/element';
import type { Keywords } from '../../common/keywords.ts';
import { findClientId } from '../post/alt-text-target.ts';
import { findPostId, readLanguage } from '../post/current-post.ts';
import { type EditorImage, hasControls } from '../post/editor-image.ts';
import { type ImageContext, readContext } from '../post/generate-request.ts';
import { readKeywords, seoStores } from '../post/keywords.ts';
import { type Watched, createWatch, imageStores, watchImages } from '../post/watch.ts';
import { store } from '../store/index.ts';
import type { WriteTo } from '../../common/api.ts';
import { type CreditCounts, countCredits, listPlaces } from '../post/places.ts';
import { needsText } from '../store/apply-alt-text.ts';
import { focusRequestStore, reviewRequest, runRequest } from '../store/focus-request.ts';
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

/** True if the site generates a text for the image, after its upload. */
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

/**
 * The credits for the missing texts: for those to generate if the media library's are not used
 * (`all`), and if they are (`others`).
 */
export function useCreditCounts(
  missing: readonly EditorImage[],
  writeTo: WriteTo,
): Record<'all' | 'others', CreditCounts> {
  const watchCounts = useMemo(() => {
    const all = missing.filter((image) => needsText(image, writeTo));
    const others = all.filter(({ libraryText }) => libraryText === null);
    return createWatch(imageStores, (registry) => () => {
      const count = (images: EditorImage[]) => countCredits(listPlaces(registry, images, writeTo));
      const counted = count(all);
      // Serialized, because an object would differ on every read.
      return JSON.stringify({
        all: counted,
        others: others.length === all.length ? counted : count(others),
      });
    });
  }, [missing, writeTo]);
  return JSON.parse(useWatched(watchCounts)) as Record<'all' | 'others', CreditCounts>;
}

/** Calls back when the review is requested, from the pre-publish panel. */
export function useReviewRequest(onRequest: () => void): void {
  const { endFocusRequest } = useDispatch(focusRequestStore);
  useRequest(reviewRequest, () => {
    void endFocusRequest();
    onRequest();
  });
}

/** Calls back when a command requests a run. The callback of that render is used. */
export function useRunRequest(onRequest: () => void): void {
  useRequest(runRequest, onRequest);
}

function useRequest(wanted: string, onRequest: () => void): void {
  const isRequested = useSelect(
    (select) => select(focusRequestStore).getFocusRequest() === wanted,
    [wanted],
  );
  useEffect(() => {
    if (isRequested) {
      onRequest();
    }
    // eslint-disable-next-line react-hooks/exhaustive-deps -- not again for another callback
  }, [isRequested]);
}
