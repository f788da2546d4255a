import { __, sprintf } from '@wordpress/i18n';
import { formatNumber } from './format.ts';

/**
 * Says that it is not known yet which posts show an image. `percent`: how much of the site was read.
 */
export function readingText(percent: number): string {
  return sprintf(
    /* translators: %s: a number. */
    __(
      'Altscribe is still reading the posts of this site (%s%%). Some uses may be missing.',
      'altscribe',
    ),
    formatNumber(percent),
  );
}
