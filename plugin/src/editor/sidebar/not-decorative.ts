import { __ } from '@wordpress/i18n';
import type { NotDecorativeReason } from '../post/editor-image.ts';

/** Why an image cannot be marked as decorative. Loaded later: few rows need these sentences. */
export function reasonMessage(reason: NotDecorativeReason): string {
  switch (reason) {
    case 'linked':
      return __('The image is a link. Its alt text is the name of the link.', 'altscribe');
    case 'lightbox':
      return __('The image opens enlarged. Its alt text is the name of that button.', 'altscribe');
    case 'locked':
      return __('This image cannot be edited here.', 'altscribe');
    case 'uploading':
      return __('Wait until the image is uploaded.', 'altscribe');
    case 'html':
      return __('Set in its HTML, with alt="" and role="none".', 'altscribe');
    case 'pointer':
      return __('Uses the alt text of the featured image.', 'altscribe');
    case 'several':
      return __('This block cannot mark one of its images as decorative.', 'altscribe');
  }
}
