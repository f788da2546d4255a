import { __ } from '@wordpress/i18n';
import type { Result, WriteTo } from '../../common/api.ts';
import { removedText } from '../../common/request/announce.ts';
import { editorBootData, type Source } from '../boot-data.ts';
import { targetKey, type AltTextTarget, type AppliedAltText } from '../post/alt-text-target.ts';
import { findAttachment, loadAttachment } from '../post/attachments.ts';
import { imageKey, type EditorImage } from '../post/editor-image.ts';
import { byTarget, listImages } from '../post/images.ts';
import { isBlank, mayBeSavedInLibrary } from '../post/places.ts';
import { writeSources } from '../post/sources.ts';
import { writeAltTexts } from '../post/write-alt-texts.ts';
import { type ImageNotice, type Thunk, change } from './state.ts';

/** The image as it is now, or why a text for the image `before` can no longer be used. */
export type Usable = { now: EditorImage; discarded?: never } | { discarded: ImageNotice };

/**
 * Whether a text can still be used, because the image may have changed during the request. `before`:
 * the image at the start of the request; `now`: undefined if its block was removed.
 */
export function checkUsable(before: EditorImage, now: EditorImage | undefined): Usable {
  if (!now) {
    return discarded('image_removed', removedText());
  }
  if (imageKey(before) !== imageKey(now)) {
    const message = __(
      'The image was replaced before its alt text was ready. Generate it again.',
      'altscribe',
    );
    return discarded('image_replaced', message);
  }
  if (now.state === 'locked') {
    const message = __('The image was locked before its alt text was ready.', 'altscribe');
    return discarded('image_locked', message);
  }
  if (now.state === 'decorative') {
    const message = __(
      'The image was marked as decorative before its alt text was ready.',
      'altscribe',
    );
    return discarded('image_decorative', message);
  }
  return { now };
}

function discarded(code: string, message: string): Usable {
  return { discarded: { code, message } };
}

/**
 * Restores the previous alt texts in one undo step, wherever they were replaced, unless the user
 * edited the new one or replaced the image. Their suggestions wait again. Returns the restored texts.
 */
export const undoAltTexts =
  (applied: readonly AppliedAltText[]): Thunk<AppliedAltText[]> =>
  ({ dispatch, registry }) => {
    const images = byTarget(listImages(registry));
    const current = (target: AltTextTarget) =>
      target.type === 'attachment'
        ? findAttachment(registry, target.attachmentId)?.alt
        : images.get(targetKey(target))?.alt;
    const restored = applied.map((item) => {
      const image = images.get(targetKey(item.target));
      const isSame = image && imageKey(image) === item.imageKey;
      const written = item.written
        .filter(({ target, text }) => isSame && current(target) === text)
        .map(({ target, before, text }) => ({ target, before: text, text: before }));
      return { ...item, before: item.text, text: item.before, written };
    });
    writeAltTexts(
      registry,
      restored.flatMap(({ written }) => written),
    );
    const undone = restored.filter(({ written }) => written.length > 0);
    for (const { target } of undone) {
      dispatch(reopenSuggestion(target));
    }
    return undone;
  };

/** After its decision was undone, a suggestion waits again. */
export const reopenSuggestion =
  (target: AltTextTarget): Thunk<void> =>
  ({ dispatch, select }) => {
    const { applied } = select.getRequestState(target);
    if (applied) {
      dispatch(change(target, { suggestion: applied.suggestion, applied: null }));
    }
  };

/** True if an image still needs a text in the post or, for `library`, in the media library. */
export function needsText(
  { state, libraryText, isTextInFile = false }: EditorImage,
  writeTo = defaultWriteTo(),
): boolean {
  return state === 'missing' && !(writeTo === 'library' && libraryText !== null && !isTextInFile);
}

/** The choice in the settings. */
function defaultWriteTo(): WriteTo {
  return editorBootData.writeTo;
}

/**
 * Every place that the text of an image is to be written to: its block, the media library, or both.
 * The library only for an attachment that this user may edit, that has no text there either, and
 * whose language is that of the post; otherwise the block gets the text. Both for a block that shows
 * visitors the library's text. None for a featured image that the user may not edit. An error if the
 * media library could not be read.
 * @param image  The image.
 * @param wanted Null: use the settings.
 */
export const findPlaces =
  (image: EditorImage, wanted: WriteTo | null = null): Thunk<Promise<Result<AltTextTarget[]>>> =>
  async ({ registry }) => {
    const { target, attachmentId, showsLibraryText } = image;
    const writeTo = showsLibraryText ? 'both' : (wanted ?? defaultWriteTo());
    if (target.type === 'attachment') {
      const mayWrite = await loadAttachment(registry, target.attachmentId);
      return mayWrite.ok ? asResult(...(mayWrite.value ? [target] : [])) : mayWrite;
    }
    if (writeTo === 'block' || attachmentId === null) {
      return asResult(target);
    }
    const mayWrite = await loadAttachment(registry, attachmentId);
    if (!mayWrite.ok) {
      return mayWrite;
    }
    if (!mayWrite.value || !mayBeSavedInLibrary(registry, image)) {
      return asResult(target);
    }
    const library = { type: 'attachment', attachmentId } as const;
    // A user who replaces a text means the one that they see.
    return writeTo === 'both' || image.alt.trim() !== ''
      ? asResult(target, library)
      : asResult(library);
  };

function asResult(...value: AltTextTarget[]): Result<AltTextTarget[]> {
  return { ok: true, value };
}

/** The texts that will be replaced at each place. */
export const planWrite =
  (
    image: EditorImage,
    places: readonly AltTextTarget[],
    typed: string,
    source?: Source,
  ): Thunk<AppliedAltText> =>
  ({ registry }) => {
    const text = cleanText(typed);
    const writable = places.filter(
      (place) =>
        place.type !== 'attachment' ||
        image.target.type === 'attachment' ||
        // It may have been written during the request.
        isBlank(findAttachment(registry, place.attachmentId) ?? { alt: '', isDecorative: false }),
    );
    const targets = writable.length > 0 ? writable : [image.target];
    const { target, alt: before } = image;
    const written = targets.map((place) => ({
      target: place,
      before: targetKey(place) === targetKey(target) ? before : '',
      text,
    }));
    return { target, imageKey: imageKey(image), before, text, written, ...(source && { source }) };
  };

/** Writes planned texts, all as one undo step, with their records. */
export const writePlanned =
  (planned: readonly AppliedAltText[]): Thunk<void> =>
  ({ dispatch, registry }) => {
    writeAltTexts(
      registry,
      planned.flatMap(({ written }) => written),
    );
    writeSources(
      registry,
      planned.flatMap(({ source, written, ...item }) =>
        source && written.some(({ target }) => target.type !== 'attachment')
          ? [{ ...item, source }]
          : [],
      ),
    );
    dispatch({ type: 'TEXTS_WRITTEN', applied: planned });
  };

/**
 * A finished text on one line, otherwise unchanged. `Core\Text::clean()` in PHP does the same.
 */
function cleanText(text: string): string {
  return text.replace(/[\u0000-\u0020\u007f-\u009f\u2028\u2029]+/g, ' ').replace(/^ | $/g, '');
}
