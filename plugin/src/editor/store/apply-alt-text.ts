import { __ } from '@wordpress/i18n';
import { targetKey, type AltTextTarget, type AppliedAltText } from '../post/alt-text-target.ts';
import { findAttachment } from '../post/attachments.ts';
import { imageKey, type EditorImage } from '../post/editor-image.ts';
import { listImages } from '../post/images.ts';
import { writeAltTexts } from '../post/write-alt-texts.ts';
import type { ImageNotice } from './requests.ts';
import type { Thunk } from './thunk.ts';

/**
 * What happens to a generated alt text of the image as it is `now`. The user must apply a suggestion, or it is
 * not used.
 */
export type Resolution =
  | { kind: 'apply'; now: EditorImage }
  | { kind: 'suggest'; now: EditorImage; wasEdited: boolean }
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
  return now.state === 'has-alt' || wasEdited
    ? { kind: 'suggest', now, wasEdited }
    : { kind: 'apply', now };
}

function discard(code: string, message: string): Resolution {
  return { kind: 'discard', notice: { code, message } };
}

/**
 * Restores the alt texts of before in one undo step, except where the user edited the new one or
 * replaced the image. Returns for how many images.
 */
export const undoAltTexts =
  (applied: readonly AppliedAltText[]): Thunk<number> =>
  ({ registry }) => {
    const images = new Map(listImages(registry).map((image) => [targetKey(image.target), image]));
    const current = (target: AltTextTarget) =>
      target.type === 'attachment'
        ? findAttachment(registry, target.attachmentId)?.alt
        : images.get(targetKey(target))?.alt;
    const writes = applied.map((item) => {
      const image = images.get(targetKey(item.target));
      return image && imageKey(image) === item.imageKey
        ? item.written.filter(({ target }) => current(target) === item.text)
        : [];
    });
    writeAltTexts(
      registry,
      writes.flat().map(({ target, before }) => ({ target, text: before })),
    );
    return writes.filter(({ length }) => length > 0).length;
  };
