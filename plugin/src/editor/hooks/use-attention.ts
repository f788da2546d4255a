import { useReviews, type ImageReview } from './use-reviews.ts';

/** How many images somebody must look at, of how many. */
export function countAttention(reviews: ImageReview[]): { count: number; total: number } {
  return {
    count: reviews.filter(({ needsAttention }) => needsAttention).length,
    total: reviews.length,
  };
}

/** `countAttention` for the images of the post. */
export function useAttention() {
  return countAttention(useReviews());
}
