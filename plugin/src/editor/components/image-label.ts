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

/** The name of an image's field. It contains the visible label. */
export function fieldName({ number }: Pick<EditorImage, 'number'>, isSuggestion: boolean): string {
  const shown = formatNumber(number);
  return isSuggestion
    ? /* translators: %s: number of an image. The name must begin with the translation of "Suggested alt text". */
      sprintf(__('Suggested alt text for image %s', 'altscribe'), shown)
    : /* translators: %s: number of an image. The name must begin with the translation of "Alt text". */
      sprintf(__('Alt text for image %s', 'altscribe'), shown);
}

/** A button that each image in a list has. */
export type ImageButton =
  | 'generate'
  | 'rewrite'
  | 'edit'
  | 'check'
  | 'apply'
  | 'dismiss'
  | 'cancel'
  | 'regenerate'
  | 'shorter'
  | 'detailed'
  | 'retry'
  | 'upload'
  | 'menu'
  | 'library'
  | 'more'
  | 'less';

/**
 * The accessible name of a button, which names its image. It contains the visible label, so users
 * of voice control can press the button by that label.
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
    case 'edit':
      /* translators: %s: number of an image. The name must contain the translation of "Edit". */
      return sprintf(__('Edit alt text of image %s', 'altscribe'), shown);
    case 'check':
      /* translators: %s: number of an image. The name must contain the translation of "Looks right". */
      return sprintf(__('Looks right: alt text of image %s', 'altscribe'), shown);
    case 'apply':
      /* translators: %s: number of an image. The name must contain the translation of "Apply". */
      return sprintf(__('Apply to image %s', 'altscribe'), shown);
    case 'dismiss':
      /* translators: %s: number of an image. The name must contain the translation of "Dismiss". */
      return sprintf(__('Dismiss suggestion for image %s', 'altscribe'), shown);
    case 'cancel':
      /* translators: %s: number of an image. The name must contain the translation of "Cancel". */
      return sprintf(__('Cancel edit of image %s', 'altscribe'), shown);
    case 'regenerate':
      /* translators: %s: number of an image. The name must contain the translation of "Regenerate". */
      return sprintf(__('Regenerate for image %s', 'altscribe'), shown);
    case 'shorter':
      /* translators: %s: number of an image. The name must contain the translation of "Shorter". */
      return sprintf(__('Shorter for image %s', 'altscribe'), shown);
    case 'detailed':
      /* translators: %s: number of an image. The name must contain the translation of "More detail". */
      return sprintf(__('More detail for image %s', 'altscribe'), shown);
    case 'retry':
      /* translators: %s: number of an image. The name must contain the translation of "Try again". */
      return sprintf(__('Try again for image %s', 'altscribe'), shown);
    case 'upload':
      /* translators: %s: number of an image. The name must contain the translation of "Upload to Media Library". */
      return sprintf(__('Upload to Media Library: image %s', 'altscribe'), shown);
    case 'menu':
      /* translators: %s: number of an image. */
      return sprintf(__('More for image %s', 'altscribe'), shown);
    case 'library':
      /* translators: %s: number of an image. The name must contain the translation of "Use it". */
      return sprintf(__('Use it: media library text for image %s', 'altscribe'), shown);
    case 'more':
      /* translators: %s: number of an image. The name must contain the translation of "Show more". */
      return sprintf(__('Show more: alt text of image %s', 'altscribe'), shown);
    case 'less':
      /* translators: %s: number of an image. The name must contain the translation of "Show less". */
      return sprintf(__('Show less: alt text of image %s', 'altscribe'), shown);
  }
}
