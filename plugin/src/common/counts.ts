import { _n, sprintf } from '@wordpress/i18n';
import { formatNumber } from './format.ts';

/** How many images of a post have a text to read, one to write, or one to correct. */
export type Counts = Record<'review' | 'missing' | 'problem', number>;

/** "9 to review, 1 missing", or '' if no image needs anything. */
export function countsText({ review, missing, problem }: Counts): string {
  return [
    /* translators: %s: number of alt texts that a person must read. */
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
