import { useRegistry, useSelect } from '@wordpress/data';
import { useSyncExternalStore } from '@wordpress/element';
import { matchLanguage } from '../../../../shared/match-language.ts';
import { findPostId } from '../post/generate-request.ts';
import type { EditorImage } from '../post/images.ts';
import { readKeywords } from '../post/keywords.ts';
import { readLanguage } from '../post/language.ts';
import { watchImages } from '../post/watch-images.ts';
import { store } from '../store/index.ts';

/** Null if the editor does not edit a post. */
export function usePostId(): number | null {
  return useSelect((_select, registry) => findPostId(registry), []);
}

/** The SEO keywords of the post, separated by commas. */
export function useKeywords(): string {
  return useSelect(
    (select, registry) => readKeywords(registry, select(store).getTypedKeywords()).value,
    [],
  );
}

/** The SEO plugin that the keywords of the post come from; see `Keywords`. */
export function useKeywordsSource(): string | null {
  return useSelect(
    (select, registry) => readKeywords(registry, select(store).getTypedKeywords()).source,
    [],
  );
}

/** Code of the language of the post's texts, as `matchLanguage` returns it. */
export function useLanguage(): string {
  return useSelect((_select, registry) => matchLanguage(readLanguage(registry).code), []);
}

/** The images of the post; the component renders again only if one of them changes. */
export function useImages(): EditorImage[] {
  const { subscribe, get } = watchImages(useRegistry());
  return useSyncExternalStore(subscribe, get);
}
