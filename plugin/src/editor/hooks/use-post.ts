import { useSelect } from '@wordpress/data';
import { useState } from '@wordpress/element';
import { findPostId } from '../post/generate-request.ts';
import { listImages, type EditorImage } from '../post/images.ts';
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

/** The images of the post; the component renders again only if one of them changes. */
export function useImages(): EditorImage[] {
  const [reuse] = useState(() => reuseEqualItems<EditorImage>());
  return useSelect((_select, registry) => reuse(listImages(registry)), [reuse]);
}

/**
 * Returns a function that replaces each item by the item of its previous call if both are equal, so
 * that a comparison by identity shows what changed.
 */
export function reuseEqualItems<Item extends object>(): (items: Item[]) => Item[] {
  let previous: Item[] = [];
  return (items) => {
    previous = items.map((item, index) => {
      const known = previous[index];
      return known && isEqual(known, item) ? known : item;
    });
    return previous;
  };
}

/** Compares plain objects field by field, and anything else (rich text) by identity. */
function isEqual(one: unknown, other: unknown): boolean {
  if (!isPlainObject(one) || !isPlainObject(other)) {
    return one === other;
  }
  const keys = Object.keys(one);
  return (
    keys.length === Object.keys(other).length && keys.every((key) => isEqual(one[key], other[key]))
  );
}

function isPlainObject(value: unknown): value is Record<string, unknown> {
  return (
    typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype
  );
}
