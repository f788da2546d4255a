import { useSelect } from '@wordpress/data';
import { useEffect, useMemo } from '@wordpress/element';
import type { WriteTo } from '../../common/api.ts';
import type { EditorImage } from '../post/editor-image.ts';
import { listPlaces } from '../post/places.ts';
import { countCredits, type CreditCounts } from '../post/places.ts';
import { createWatch, imageStores } from '../post/watch.ts';
import { needsText } from '../store/apply-alt-text.ts';
import { focusRequestStore, runRequest } from '../store/focus-request.ts';
import { store } from '../store/index.ts';
import { isGenerated } from '../store/state.ts';
import { useImages, useWatched } from './use-post.ts';

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

/** Calls back when a command requests a run. The callback of that render is used. */
export function useRunRequest(onRequest: () => void): void {
  const isRequested = useSelect(
    (select) => select(focusRequestStore).getFocusRequest() === runRequest,
    [],
  );
  useEffect(() => {
    if (isRequested) {
      onRequest();
    }
    // eslint-disable-next-line react-hooks/exhaustive-deps -- not again for another callback
  }, [isRequested]);
}
