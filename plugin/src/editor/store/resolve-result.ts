import { __ } from '@wordpress/i18n';
import { imageKey, type EditorImage } from '../post/images.ts';
import type { ImageNotice } from './state.ts';

/** What happens to a generated alt text. The user must apply a suggestion, or it is not used. */
export type Resolution =
  | { kind: 'apply' }
  | { kind: 'suggest'; wasEdited: boolean }
  | { kind: 'discard'; notice: ImageNotice };

/**
 * Decides about a result, because the image may have changed during the request. `before`: the
 * image at the start of the request; `now`: undefined if its block was removed.
 */
export function resolveResult(before: EditorImage, now: EditorImage | undefined): Resolution {
  if (!now) {
    const message = __('The image was removed before its alt text came.', 'altscribe');
    return discard('image_removed', message);
  }
  if (imageKey(before) !== imageKey(now)) {
    const message = __(
      'The image was replaced before its alt text came. Generate it again.',
      'altscribe',
    );
    return discard('image_replaced', message);
  }
  if (now.state === 'locked') {
    const message = __('The image was locked before its alt text came.', 'altscribe');
    return discard('image_locked', message);
  }
  if (now.state === 'decorative') {
    const message = __('The image was marked as decorative before its alt text came.', 'altscribe');
    return discard('image_decorative', message);
  }
  const wasEdited = now.alt !== before.alt;
  return now.state === 'has-alt' || wasEdited ? { kind: 'suggest', wasEdited } : { kind: 'apply' };
}

function discard(code: string, message: string): Resolution {
  return { kind: 'discard', notice: { code, message } };
}
