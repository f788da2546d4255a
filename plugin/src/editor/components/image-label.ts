import { __, sprintf } from '@wordpress/i18n';
import { formatNumber } from '../../common/format.ts';
import type { EditorImage } from '../post/images.ts';

/** "Image 1 · in Gallery" */
export function imageLabel({ number, container }: EditorImage): string {
  return container === ''
    ? /* translators: %s: number of the image in the post. */
      sprintf(__('Image %s', 'altscribe'), formatNumber(number))
    : sprintf(
        /* translators: 1: number of the image in the post, 2: name of a block: Gallery. */
        __('Image %1$s · in %2$s', 'altscribe'),
        formatNumber(number),
        container,
      );
}
