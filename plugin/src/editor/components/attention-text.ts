import { __, _n, sprintf } from '@wordpress/i18n';
import { formatNumber } from '../../common/format.ts';

/** "3 of 12 images need attention", "1 image needs attention" */
export function attentionText({ count, total }: { count: number; total: number }): string {
  if (count === 0) {
    return __('No image needs attention.', 'altscribe');
  }
  if (count === total) {
    return sprintf(
      /* translators: %s: number of images that somebody must look at. */
      _n('%s image needs attention', '%s images need attention', count, 'altscribe'),
      formatNumber(count),
    );
  }
  return sprintf(
    /* translators: 1: number of images that somebody must look at, 2: number of images. */
    _n(
      '%1$s of %2$s images needs attention',
      '%1$s of %2$s images need attention',
      count,
      'altscribe',
    ),
    formatNumber(count),
    formatNumber(total),
  );
}
