import { useRegistry, useSelect, type DataRegistry } from '@wordpress/data';
import { useSyncExternalStore } from '@wordpress/element';
import { findPostId } from '../post/current-post.ts';
import type { EditorImage } from '../post/editor-image.ts';
import { readKeywords, type Keywords } from '../post/keywords.ts';
import { readLanguage } from '../post/language.ts';
import { seoStores } from '../post/seo-stores.ts';
import { watchImages } from '../post/watch-images.ts';
import { createWatch, type Watched } from '../post/watch.ts';
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
 * The same for a field, with their source (see `Keywords`), and at once: the caret would jump in a
 * field that follows later.
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

/** The images of the post; the component renders again only if one of them changes. */
export function useImages(): EditorImage[] {
  return useWatched(watchImages);
}

function useWatched<Value>(watch: (registry: DataRegistry) => Watched<Value>): Value {
  const { subscribe, get } = watch(useRegistry());
  return useSyncExternalStore(subscribe, get);
}
