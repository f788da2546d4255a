import { useSelect } from '@wordpress/data';
import type { EditorImage } from '../post/editor-image.ts';
import { store } from '../store/index.ts';
import { isGenerated } from '../store/state.ts';
import { useImages } from './use-post.ts';

/** The images that "Generate all missing" is for: without a text, and without a suggestion that waits. */
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
