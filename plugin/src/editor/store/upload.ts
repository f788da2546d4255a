import { __ } from '@wordpress/i18n';
import { store as noticesStore } from '@wordpress/notices';
import { findClientId, targetKey, type AltTextTarget } from '../post/alt-text-target.ts';
import { findAttachment, refreshAttachment } from '../post/attachments.ts';
import { imageKey } from '../post/editor-image.ts';
import { findImage, listImages } from '../post/images.ts';
import { isLanguageOfPost } from '../post/current-post.ts';
import { canUpload, uploadImage } from '../post/upload-image.ts';
import { announceApplied } from './announce.ts';
import { writePlanned } from './apply-alt-text.ts';
import { unexpectedError } from './error-handling.ts';
import { focusRequestStore } from './focus-request.ts';
import type { Thunk } from './state.ts';

/**
 * Writes the text that the server generated for a new upload to all images in the post that show it
 * and have no text yet, as one undo step, and announces it. The media library already has it in the
 * attachment's language, which may differ from the post's.
 */
export const writeUploadText =
  (attachmentId: number, text: string): Thunk<void> =>
  ({ dispatch, registry }) => {
    const isOfPost = isLanguageOfPost(
      registry,
      findAttachment(registry, attachmentId)?.language ?? '',
    );
    const planned = listImages(registry)
      .filter(
        (image) =>
          isOfPost &&
          image.attachmentId === attachmentId &&
          image.state === 'missing' &&
          image.target.type !== 'attachment',
      )
      .map((image) => {
        const { target, alt: before } = image;
        return { target, imageKey: imageKey(image), before, text, written: [{ target, before }] };
      });
    refreshAttachment(registry, attachmentId);
    dispatch(writePlanned(planned, false));
    for (const applied of planned) {
      dispatch(announceApplied(applied));
    }
  };

/** Uploads the image of a block to the media library, and announces the result. */
export const uploadToLibrary =
  (target: AltTextTarget): Thunk =>
  async ({ registry }) => {
    const image = findImage(registry, target);
    if (!image || !canUpload(registry, image)) {
      return;
    }
    const result = await uploadImage(registry, image).catch(() => ({
      ok: false as const,
      error: unexpectedError('image_failed'),
    }));
    if (result.ok && !findImage(registry, target)) {
      // In a list, its new address gives the image another key.
      const now = listImages(registry).find(
        (other) =>
          other.url === result.value.url && findClientId(other.target) === findClientId(target),
      );
      void registry.dispatch(focusRequestStore).requestFocus(targetKey(now?.target ?? target));
    }
    const { createErrorNotice, createSuccessNotice } = registry.dispatch(noticesStore);
    const options = { id: `altscribe-upload-${targetKey(target)}`, type: 'snackbar' } as const;
    void (result.ok
      ? createSuccessNotice(__('Image uploaded.', 'altscribe'), options)
      : createErrorNotice(result.error.message, options));
  };
