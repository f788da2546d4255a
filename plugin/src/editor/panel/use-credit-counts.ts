import { useMemo } from '@wordpress/element';
import type { WriteTo } from '../../common/api.ts';
import {
  countCredits,
  createWatch,
  imageStores,
  listPlaces,
  needsText,
  useWatched,
} from '../main.tsx';
import type { EditorImage } from '../post/editor-image.ts';
import type { CreditCounts } from '../post/places.ts';

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
