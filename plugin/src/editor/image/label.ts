import { __, sprintf } from '@wordpress/i18n';
import { formatNumber } from '../../common/format.ts';
import type { EditorImage, Lock } from '../editor-image.ts';

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

/** Why the alt text cannot be edited here. */
export function lockMessage(lock: Lock): string {
  switch (lock) {
    case 'binding':
      return __('Its alt text is connected to dynamic data. Change it there.', 'altscribe');
    case 'pattern':
      return __('Part of a synced pattern. Edit the pattern to change it.', 'altscribe');
    case 'template':
      return __('Part of the template. It cannot be edited here.', 'altscribe');
  }
}
