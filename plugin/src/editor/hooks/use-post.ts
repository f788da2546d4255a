import { useSelect } from '@wordpress/data';
import { findPostId } from '../post/generate-request.ts';
import { readKeywords } from '../post/keywords.ts';
import { store } from '../store/index.ts';

/** Null if the editor does not edit a post. */
export function usePostId(): number | null {
  return useSelect((_select, registry) => findPostId(registry), []);
}

/** The SEO keywords of the post, and the SEO plugin that they come from. */
export function useKeywords() {
  const value = useSelect((select, registry) => {
    const typed = select(store).getTypedKeywords();
    return readKeywords(registry, typed).value;
  }, []);
  const source = useSelect((select, registry) => {
    const typed = select(store).getTypedKeywords();
    return readKeywords(registry, typed).source;
  }, []);
  return { value, source };
}
