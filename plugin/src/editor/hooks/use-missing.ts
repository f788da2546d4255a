import { useSelect } from '@wordpress/data';
import type { EditorImage } from '../post/editor-image.ts';
import { store } from '../store/index.ts';
import { isGenerated } from '../store/state.ts';
import { useImages } from './use-post.ts';

/** The images for "Generate all missing": without a text and without a pending suggestion. */
export function useMissing(): EditorImage[] {
  const images = useImages();
  return useSelect(
    (select) => {
      const { getSuggestion } = select(store);
      return images.filter(
        (image) => image.state === 'missing' && !isGenerated(getSuggestion(image)),
      );
    },
    [images],
  );
}
