import { __ } from '@wordpress/i18n';
import { store as noticesStore } from '@wordpress/notices';
import { targetKey, type AltTextTarget } from '../post/alt-text-target.ts';
import { loadAttachment } from '../post/attachments.ts';
import { imageKey } from '../post/editor-image.ts';
import { findImage } from '../post/images.ts';
import { writeMark } from '../post/write-alt-texts.ts';
import { wantRunButton } from './wanted-row.ts';
import type { Thunk } from './thunk.ts';

/**
 * Marks an image as decorative, as one undo step: its alt text becomes empty, and it counts as
 * settled. Does nothing for an image that must have a text: see `EditorImage.decorative`.
 */
export const markDecorative = (target: AltTextTarget): Thunk => setDecorative(target, true);

/** Takes the mark away. The image has no alt text then. */
export const unmarkDecorative = (target: AltTextTarget): Thunk => setDecorative(target, false);

const setDecorative =
  (target: AltTextTarget, isDecorative: boolean): Thunk =>
  async ({ dispatch, registry }) => {
    if (target.type === 'attachment') {
      const mayWrite = await loadAttachment(registry, target.attachmentId);
      if (!mayWrite.ok) {
        const { code, message } = mayWrite.error;
        void registry
          .dispatch(noticesStore)
          .createErrorNotice(message, { id: `altscribe-${code}`, type: 'snackbar' });
      }
      if (!mayWrite.ok || !mayWrite.value) {
        return;
      }
    }
    const image = findImage(registry, target);
    if (!image?.decorative.can || (image.state === 'decorative') === isDecorative) {
      return;
    }
    const restore = writeMark(registry, target, isDecorative);
    dispatch({ type: 'REQUEST_CHANGED', target, change: { suggestion: null, notice: null } });
    const undo = {
      label: __('Undo', 'altscribe'),
      onClick: () => {
        const now = findImage(registry, target);
        // Not after somebody has decided otherwise, or has chosen another image.
        if (
          now &&
          imageKey(now) === imageKey(image) &&
          (now.state === 'decorative') === isDecorative
        ) {
          restore();
        }
        // The snackbar goes, and would take the focus along.
        dispatch(wantRunButton());
      },
    };
    void registry
      .dispatch(noticesStore)
      .createSuccessNotice(
        isDecorative
          ? __('Image marked as decorative.', 'altscribe')
          : __('Image is no longer marked as decorative.', 'altscribe'),
        { id: `altscribe-${targetKey(target)}`, type: 'snackbar', actions: [undo] },
      );
  };
