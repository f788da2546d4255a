import type { WriteTo } from '../../common/api.ts';
import { editorBootData } from '../boot-data.ts';
import { targetKey, type AltTextTarget, type AppliedAltText } from '../post/alt-text-target.ts';
import { isAddressOf } from '../post/attachment-address.ts';
import { findAttachment, loadAttachment } from '../post/attachments.ts';
import { imageKey, type EditorImage } from '../post/editor-image.ts';
import { writeAltTexts } from '../post/write-alt-texts.ts';
import type { Thunk } from './thunk.ts';

/** True if an image still needs a text, in the post or, for `library`, in the media library. */
export function needsText(
  { state, libraryText }: EditorImage,
  writeTo = defaultWriteTo(),
): boolean {
  return state === 'missing' && !(writeTo === 'library' && libraryText !== null);
}

/** The choice in the settings. */
export function defaultWriteTo(): WriteTo {
  return editorBootData.writeTo;
}

/**
 * Everywhere that the text of an image is to be written: its block, the media library, or both. The
 * library only for an attachment that this user may edit, and whose text there is missing, too: where
 * it cannot be written, the block gets the text. None for a featured image that cannot be written.
 */
export const findPlaces =
  (image: EditorImage, writeTo = defaultWriteTo()): Thunk<Promise<AltTextTarget[]>> =>
  async ({ registry }) => {
    const { target, attachmentId, url } = image;
    if (target.type === 'attachment') {
      return (await loadAttachment(registry, target.attachmentId)) ? [target] : [];
    }
    if (writeTo === 'block' || attachmentId === null) {
      return [target];
    }
    const mayWrite = await loadAttachment(registry, attachmentId);
    const attachment = findAttachment(registry, attachmentId);
    if (!mayWrite || !attachment || !isAddressOf(attachment, url) || !isFree(attachment)) {
      return [target];
    }
    const library = { type: 'attachment', attachmentId } as const;
    // Whoever replaces a text by another one means the one that they see.
    return writeTo === 'both' || image.alt.trim() !== '' ? [target, library] : [library];
  };

/** A text in the library, or its mark, is somebody's decision. */
function isFree({ alt, isDecorative }: { alt: string; isDecorative: boolean }): boolean {
  return alt.trim() === '' && !isDecorative;
}

/** What writing the text of an image to its places will replace. */
export const planWrite =
  (image: EditorImage, places: readonly AltTextTarget[], text: string): Thunk<AppliedAltText> =>
  ({ registry }) => {
    const free = places.filter(
      (place) =>
        place.type !== 'attachment' ||
        image.target.type === 'attachment' ||
        // Somebody may have written it during the request.
        isFree(findAttachment(registry, place.attachmentId) ?? { alt: '', isDecorative: false }),
    );
    const targets = free.length > 0 ? free : [image.target];
    const isOwn = (target: AltTextTarget) => targetKey(target) === targetKey(image.target);
    const written = targets.map((target) => ({ target, before: isOwn(target) ? image.alt : '' }));
    return { target: image.target, imageKey: imageKey(image), before: image.alt, text, written };
  };

/** Writes planned texts, all of them as one undo step. `isChecked`: somebody has looked at them. */
export const writePlanned =
  (planned: readonly AppliedAltText[], isChecked: boolean): Thunk<void> =>
  ({ dispatch, registry }) => {
    writeAltTexts(
      registry,
      planned.flatMap(({ text, written }) => written.map(({ target }) => ({ target, text }))),
    );
    dispatch({ type: 'TEXTS_WRITTEN', applied: planned, isChecked });
  };
