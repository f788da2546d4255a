import { _n, sprintf } from '@wordpress/i18n';
import { formatNumber } from '../../common/format.ts';
import type { Counts } from '../hooks/use-reviews.ts';

/** "9 to review, 1 missing", or '' if no image needs anything. */
export function countsText({ review, missing, problem }: Counts): string {
  return [
    /* translators: %s: number of alt texts to review. */
    [review, _n('%s to review', '%s to review', review, 'altscribe')] as const,
    /* translators: %s: number of images without alt text. */
    [missing, _n('%s missing', '%s missing', missing, 'altscribe')] as const,
    /* translators: %s: number of alt texts in which a check found a problem. */
    [problem, _n('%s with problems', '%s with problems', problem, 'altscribe')] as const,
  ]
    .filter(([count]) => count > 0)
    .map(([count, text]) => sprintf(text, formatNumber(count)))
    .join(', ');
}
