import { useSelect } from '@wordpress/data';
import { useReviews, type ImageReview } from '../hooks/use-reviews.ts';
import { store } from '../store/index.ts';
import { isGenerated } from '../store/requests.ts';

/** The images with a new text that somebody should look at: suggested, or written already. */
export function useWaiting(): ImageReview[] {
  const reviews = useReviews();
  return useSelect(
    (select) => {
      const { getSuggestion } = select(store);
      return reviews.filter(
        ({ image, isUnchecked }) => isUnchecked || isGenerated(getSuggestion(image)),
      );
    },
    [reviews],
  );
}
