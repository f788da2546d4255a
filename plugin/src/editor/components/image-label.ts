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

/** A button that each image has in a list. */
export type ImageButton =
  'generate' | 'rewrite' | 'apply' | 'dismiss' | 'regenerate' | 'retry' | 'more' | 'less';

/**
 * The name of a button for assistive technology, which says what image it is for. It contains the
 * visible label, so that people can speak that to press the button.
 */
export function buttonName(button: ImageButton, { number }: Pick<EditorImage, 'number'>): string {
  const shown = formatNumber(number);
  switch (button) {
    case 'generate':
      /* translators: %s: number of an image. The name must contain the translation of "Generate alt text". */
      return sprintf(__('Generate alt text for image %s', 'altscribe'), shown);
    case 'rewrite':
      /* translators: %s: number of an image. The name must contain the translation of "Rewrite". */
      return sprintf(__('Rewrite alt text of image %s', 'altscribe'), shown);
    case 'apply':
      /* translators: %s: number of an image. The name must contain the translation of "Apply". */
      return sprintf(__('Apply to image %s', 'altscribe'), shown);
    case 'dismiss':
      /* translators: %s: number of an image. The name must contain the translation of "Dismiss". */
      return sprintf(__('Dismiss suggestion for image %s', 'altscribe'), shown);
    case 'regenerate':
      /* translators: %s: number of an image. */
      return sprintf(__('Regenerate for image %s', 'altscribe'), shown);
    case 'retry':
      /* translators: %s: number of an image. The name must contain the translation of "Try again". */
      return sprintf(__('Try again for image %s', 'altscribe'), shown);
    case 'more':
      /* translators: %s: number of an image. The name must contain the translation of "Show more". */
      return sprintf(__('Show more of alt text of image %s', 'altscribe'), shown);
    case 'less':
      /* translators: %s: number of an image. The name must contain the translation of "Show less". */
      return sprintf(__('Show less of alt text of image %s', 'altscribe'), shown);
  }
}
