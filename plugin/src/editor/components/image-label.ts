import { __, _n, sprintf } from '@wordpress/i18n';
import { formatNumber } from '../../common/format.ts';
import type { EditorImage } from '../post/editor-image.ts';

/** "3 of 12 images need attention", "1 image needs attention" */
export function attentionText({ count, total }: { count: number; total: number }): string {
  if (count === 0) {
    return __('No images need attention.', 'altscribe');
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

/** "Image 1 · in Gallery", "Image 2 · Cover", "Image 3 · Featured image · shared by all posts that use it" */
export function imageLabel(image: EditorImage): string {
  return [
    /* translators: %s: number of the image in the post. */
    sprintf(__('Image %s', 'altscribe'), formatNumber(image.number)),
    ...places(image),
  ].join(' · ');
}

/** The block that contains the image, and its position. */
function places({ kind, title, container, lock }: EditorImage): string[] {
  if (kind === 'featured') {
    return [title, __('shared by all posts that use it', 'altscribe')];
  }
  const names = kind === 'image' ? [] : [title];
  if (lock === 'pattern') {
    return [...names, __('in a synced pattern', 'altscribe')];
  }
  /* translators: %s: name of a block: Gallery. */
  return container === '' ? names : [...names, sprintf(__('in %s', 'altscribe'), container)];
}
