import { imageKey } from '../post/editor-image.ts';
import { listImages } from '../post/images.ts';
import { findAttachment, refreshAttachment } from '../post/attachments.ts';
import { isLanguageOfPost } from '../post/language.ts';
import { announceApplied } from './announce.ts';
import type { Thunk } from './thunk.ts';
import { writePlanned } from './write-places.ts';

/**
 * Writes the text that the server has generated for a new upload to the images of the post that show it and
 * have none yet, as one undo step, and says so. The media library has it already, in the language of the
 * attachment, which may be another one than the post's.
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
