import { __, _n, sprintf } from '@wordpress/i18n';
import { store as noticesStore } from '@wordpress/notices';
import type { ApiError } from '../../common/api-error.ts';
import { type AltTextTarget, type AppliedAltText, targetKey } from '../post/alt-text-target.ts';
import { findSource, loadAttachment, refreshAttachment } from '../post/attachments.ts';
import { type EditorImage, imageKey } from '../post/editor-image.ts';
import { byTarget, findImage, listImages } from '../post/images.ts';
import { writeAltTexts, writeMarks } from '../post/write-alt-texts.ts';
import { announce, announceApplied, announceBatch, showUndo } from './announce.ts';
import {
  findPlaces,
  checkUsable,
  planWrite,
  reopenSuggestion,
  undoAltTexts,
  writePlanned,
} from './apply-alt-text.ts';
import { type Applied, type Suggestion, type Thunk, change, editOf, noEdits } from './state.ts';
import { request } from '../../common/api.ts';
import { formatNumber } from '../../common/format.ts';
import { isGenerated, newSuggestion, sourceOf } from '../../common/request/state.ts';
import { newRun } from '../../common/run/run.ts';
import { findSourceOf, newCopy, newSource, writeSources } from '../post/sources.ts';
import { decideRow, placeSuggestions } from './stored-suggestions.ts';

/**
 * Marks an image as decorative, as one undo step: its alt text becomes empty, and it counts as
 * settled. Does nothing for an image that must have a text: see `EditorImage.decorative`.
 */
export const markDecorative = (target: AltTextTarget): Thunk => setDecorative([target], true);

/** Removes the mark. The image then has no alt text. */
export const unmarkDecorative = (target: AltTextTarget): Thunk => setDecorative([target], false);

/** Marks all images that the model found decorative, as one undo step. */
export const markAllDecorative =
  (): Thunk =>
  async ({ dispatch, select, registry }) => {
    const found = listImages(registry).filter(
      (image) => select.getSuggestion(image)?.verdict === 'decorative',
    );
    const targets = found.map(({ target }) => target);
    await dispatch(setDecorative(targets, true));
  };

const setDecorative =
  (targets: readonly AltTextTarget[], isDecorative: boolean): Thunk =>
  async ({ dispatch, registry }) => {
    const { createErrorNotice } = registry.dispatch(noticesStore);
    const isWritable = async (target: AltTextTarget) => {
      const mayWrite =
        target.type === 'attachment' ? await loadAttachment(registry, target.attachmentId) : null;
      if (mayWrite?.ok === false) {
        const { code, message } = mayWrite.error;
        void createErrorNotice(message, { id: `altscribe-${code}`, type: 'snackbar' });
      }
      return mayWrite === null || (mayWrite.ok && mayWrite.value);
    };
    const writable = await Promise.all(targets.map(isWritable));
    const isMarked = ({ state }: EditorImage) => state === 'decorative';
    const images = targets.flatMap((target, index) => {
      const image = writable[index] ? findImage(registry, target) : undefined;
      return image?.decorative.can && isMarked(image) !== isDecorative ? [image] : [];
    });
    const [first] = images;
    if (!first) {
      return;
    }
    const restore = writeMarks(registry, images, isDecorative);
    dispatch(followMarks(images, isDecorative));
    const undo = () => {
      // Not after the user has changed the mark again or chosen another image.
      const unchanged = images.filter((image) => {
        const now = findImage(registry, image.target);
        return now && imageKey(now) === imageKey(image) && isMarked(now) === isDecorative;
      });
      restore(unchanged);
      dispatch(followMarks(unchanged, !isDecorative));
    };
    const message = markedText(images.length, isDecorative);
    showUndo(registry, targetKey(first.target), message, undo);
  };

/** A mark settles the suggestions of the images; without it they wait again. */
const followMarks =
  (images: readonly EditorImage[], isDecorative: boolean): Thunk<void> =>
  ({ dispatch, select }) => {
    for (const image of images) {
      const { target, alt } = image;
      if (isDecorative) {
        const applied = asApplied(select.getSuggestion(image), '', alt);
        dispatch(change(target, { suggestion: null, notice: null, applied }));
      } else {
        dispatch(reopenSuggestion(target));
      }
    }
    dispatch(placeSuggestions());
  };

function markedText(count: number, isDecorative: boolean): string {
  if (!isDecorative) {
    return __('Image is no longer marked as decorative.', 'altscribe');
  }
  return count === 1
    ? __('Image marked as decorative.', 'altscribe')
    : sprintf(
        /* translators: %s: number of images, at least 2. */
        _n('%s image marked as decorative.', '%s images marked as decorative.', count, 'altscribe'),
        formatNumber(count),
      );
}

/** The media library's texts for images without one in the post. They cost no credit. */

/** True if an image without a text can get the one from the media library. */
export function hasFreeText({ state, libraryText }: EditorImage): boolean {
  return state === 'missing' && libraryText !== null;
}

/** Copies the media library's text to an image without one. */
export const applyLibraryText =
  (target: AltTextTarget): Thunk<void> =>
  ({ dispatch, registry }) => {
    const image = findImage(registry, target);
    const [applied] = image ? dispatch(copyTexts([image])) : [];
    if (applied) {
      dispatch(announceApplied(applied));
    }
  };

/**
 * The same for all images of the post without a pending suggestion, as one undo step and without an
 * announcement. Returns the written texts.
 */
export const applyLibraryTexts =
  (): Thunk<AppliedAltText[]> =>
  ({ dispatch, select, registry }) =>
    dispatch(
      copyTexts(listImages(registry).filter((image) => !isGenerated(select.getSuggestion(image)))),
    );

const copyTexts =
  (images: readonly EditorImage[]): Thunk<AppliedAltText[]> =>
  ({ registry }) => {
    const applied = images.filter(hasFreeText).map((image) => {
      const { target, alt: before, libraryText, isTextInFile } = image;
      const text = libraryText ?? '';
      const written = [{ target, before, text }];
      const source = isTextInFile
        ? newCopy(text, undefined, 'file')
        : newCopy(text, findSource(registry, image.attachmentId ?? 0), 'library');
      return { target, imageKey: imageKey(image), before, text, written, source };
    });
    writeAltTexts(registry, applied);
    writeSources(
      registry,
      applied.filter(({ target }) => target.type !== 'attachment'),
    );
    return applied;
  };

/** Opens the current alt text for editing, without a request. A pending text stays. */
export const editAltText =
  (target: AltTextTarget): Thunk<void> =>
  ({ dispatch, select, registry }) => {
    const image = findImage(registry, target);
    if (image && !select.getSuggestion(image)) {
      const suggestion = { ...newSuggestion(image.alt, null), ...noEdits };
      const changed = { imageKey: imageKey(image), suggestion, notice: null, writeTo: null };
      dispatch(change(target, changed));
    }
  };

/** Stores the user's edits of a suggestion, even while its panel is closed. */
export const editSuggestion =
  (target: AltTextTarget, text: string): Thunk<void> =>
  ({ dispatch }) => {
    dispatch(changeSuggestion(target, () => ({ text })));
  };

/** Swaps the new text and the user's edits of the previous one. */
export const restoreEdit =
  (target: AltTextTarget): Thunk<void> =>
  ({ dispatch }) => {
    dispatch(
      changeSuggestion(target, (suggestion) => ({
        text: suggestion.earlierEdit ?? suggestion.text,
        earlierEdit: editOf(suggestion),
      })),
    );
  };

const changeSuggestion =
  (target: AltTextTarget, changed: (suggestion: Suggestion) => Partial<Suggestion>): Thunk<void> =>
  ({ dispatch, select }) => {
    const { suggestion } = select.getRequestState(target);
    if (suggestion) {
      dispatch(change(target, { suggestion: { ...suggestion, ...changed(suggestion) } }));
    }
  };

/** Notes that the user has seen a suggestion on its own, not only among others. */
export const noteShown =
  (target: AltTextTarget): Thunk<void> =>
  ({ dispatch }) => {
    dispatch(changeSuggestion(target, () => ({ isShown: true })));
  };

/** Rejects a suggestion, or ends an edit of the current text. */
export const dismissSuggestion =
  (target: AltTextTarget): Thunk<void> =>
  ({ dispatch, select, registry }) => {
    const image = findImage(registry, target);
    const suggestion = image ? select.getSuggestion(image) : null;
    if (suggestion) {
      dispatch(change(target, { suggestion: null }));
      if (suggestion.row) {
        const { row, generated: shown_text } = suggestion;
        void decideRow(row, { decision: 'reject', shown_text });
      }
      // Another suggestion may wait for the image.
      dispatch(placeSuggestions());
    }
  };

/** A suggestion once its text is in the post; null if the site does not store it. */
function asApplied(suggestion: Suggestion | null, text: string, before: string): Applied | null {
  return suggestion?.row ? { suggestion, text, before } : null;
}

/**
 * Replaces the alt text of an image with its suggestion, including the user's edits. Changes
 * nothing if the suggestion was made for another image. The suggestion stays if it could not be
 * written.
 */
export const applySuggestion =
  (target: AltTextTarget, text: string): Thunk =>
  async ({ dispatch, select, registry }) => {
    const image = findImage(registry, target);
    const suggestion = image ? select.getSuggestion(image) : null;
    if (!image || !suggestion) {
      return;
    }
    const places = await dispatch(findPlaces(image, select.getRequestState(target).writeTo));
    if (!places.ok) {
      const error = notApplied(places.error);
      dispatch(change(target, { notice: error }));
      dispatch(announce({ kind: 'failed', error }));
      return;
    }
    const now = findImage(registry, target);
    const latest = select.getRequestState(target).suggestion?.text ?? suggestion.text;
    // Edits made during the wait count.
    const wanted = latest === suggestion.text ? text : latest.trim();
    const applied =
      wanted === ''
        ? null
        : dispatch(planSuggestion(image, now, suggestion, places.value, wanted, true));
    if (applied) {
      dispatch(writePlanned([applied]));
      dispatch(announceApplied(applied));
      dispatch(settleApplied(applied));
      // An edit without changes counts as reading the text.
      dispatch(markRead(target));
    }
  };

/** An error for an image whose suggestion is still there and can be applied again. */
function notApplied({ message }: ApiError): ApiError {
  return { code: 'not_applied', message };
}

/**
 * The texts to write when a suggestion is applied, once its places are known; null if the image or
 * suggestion has changed by then, or may no longer be written.
 */
const planSuggestion =
  (
    before: EditorImage,
    now: EditorImage | undefined,
    { generated }: Suggestion,
    places: readonly AltTextTarget[],
    text: string,
    isRead: boolean,
  ): Thunk<AppliedAltText | null> =>
  ({ dispatch, select }) => {
    const { target } = before;
    const suggestion = now ? select.getSuggestion(now) : null;
    if (suggestion?.generated !== generated) {
      // It has been rejected, or replaced by another text that the user has not seen.
      return null;
    }
    const usable = checkUsable(before, now);
    if (usable.discarded || places.length === 0) {
      if (now) {
        dispatch(change(target, { notice: usable.discarded ?? null }));
      }
      return null;
    }
    if (usable.now.alt !== before.alt) {
      dispatch(change(target, { suggestion: { ...suggestion, cause: 'edited' } }));
      return null;
    }
    const source = sourceOf(suggestion, text);
    const record = source ? newSource(text, source, isRead) : undefined;
    return dispatch(planWrite(usable.now, places, text, record));
  };

/** Notes that the text of a suggestion is in the post. */
const settleApplied =
  ({ target, text, before }: AppliedAltText): Thunk<void> =>
  ({ dispatch, select }) => {
    const applied = asApplied(select.getRequestState(target).suggestion, text, before);
    dispatch(change(target, { suggestion: null, notice: null, applied }));
  };

/** Records that the user has read a generated text: with the post, or in the media library. */
export const markRead =
  (target: AltTextTarget): Thunk<void> =>
  ({ registry }) => {
    const image = findImage(registry, target);
    const source = image && findSourceOf(registry, image);
    if (!source || source.read !== 0) {
      return;
    }
    if (target.type === 'attachment') {
      const route = `images/${String(target.attachmentId)}/read`;
      void request(route, { text: image.alt }, () => null).then(() => {
        refreshAttachment(registry, target.attachmentId);
      });
    } else {
      const read = { ...source, read: Math.floor(Date.now() / 1000) };
      writeSources(registry, [{ imageKey: imageKey(image), text: image.alt, source: read }]);
    }
  };

/** Restores the text that a generated one replaced, like its Undo, even if the user edited it since. */
export const restoreTextBefore =
  (target: AltTextTarget): Thunk<void> =>
  ({ dispatch, select, registry }) => {
    const image = findImage(registry, target);
    const known = image && select.getWritten(image);
    if (image && known && known.before !== image.alt) {
      const own = { target, before: known.before, text: image.alt };
      const others = known.written.filter((place) => targetKey(place.target) !== targetKey(target));
      dispatch(undoAltTexts([{ ...known, ...own, written: [own, ...others] }])).forEach(
        (restored) => {
          dispatch(announceApplied(restored));
        },
      );
    }
  };

/**
 * Applies every pending generated text, in one undo step, except of images that seem to be
 * decorative or whose text has changed since. A text that cannot be written stays pending. Those
 * that the user has not seen one by one stay unread. Does nothing while a batch runs.
 */
export const applyAllSuggestions =
  (): Thunk =>
  async ({ dispatch, select, registry }) => {
    const isBusy = () => select.getBatch()?.isRunning === true;
    const waiting = listImages(registry).flatMap((image) => {
      const suggestion = select.getSuggestion(image);
      const isWanted =
        isGenerated(suggestion) &&
        suggestion?.verdict !== 'decorative' &&
        suggestion?.cause !== 'edited' &&
        suggestion?.replaces === image.alt;
      return isWanted && suggestion ? [{ image, suggestion }] : [];
    });
    const found = await Promise.all(
      waiting.map(async (item) => {
        const { writeTo } = select.getRequestState(item.image.target);
        return { ...item, places: await dispatch(findPlaces(item.image, writeTo)) };
      }),
    );
    if (isBusy()) {
      return;
    }
    const images = byTarget(listImages(registry));
    const applied: AppliedAltText[] = [];
    const failed: AltTextTarget[] = [];
    for (const { image, suggestion, places } of found) {
      const { target } = image;
      const now = images.get(targetKey(target));
      const text = select.getRequestState(target).suggestion?.text.trim() ?? '';
      if (!places.ok) {
        dispatch(change(target, { notice: notApplied(places.error) }));
        failed.push(target);
      } else if (text !== '') {
        const { isShown } = suggestion;
        const planned = dispatch(
          planSuggestion(image, now, suggestion, places.value, text, isShown),
        );
        applied.push(...(planned ? [planned] : []));
      }
    }
    if (applied.length + failed.length === 0) {
      return;
    }
    // Not within the batch below, because blocks must form a step before attachments can join it.
    dispatch(writePlanned(applied));
    registry.batch(() => {
      for (const item of applied) {
        dispatch(settleApplied(item));
      }
      const total = applied.length + failed.length;
      const run = { ...newRun<AltTextTarget, AppliedAltText>(total, applied), failed };
      const changes = { ...run, isRunning: false, done: total, options: {} };
      dispatch({ type: 'BATCH_CHANGED', changes });
    });
    void dispatch(announceBatch());
  };
