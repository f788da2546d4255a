import { useReviews } from './use-reviews.ts';

/** How many images of the post somebody must look at, of how many. */
export function useAttention(): { count: number; total: number } {
  const reviews = useReviews();
  return {
    count: reviews.filter(({ needsAttention }) => needsAttention).length,
    total: reviews.length,
  };
}
