import { __ } from '@wordpress/i18n';
import { store as noticesStore } from '@wordpress/notices';
import type { ApiError } from '../../common/api-error.ts';
import { type AltTextTarget, type AppliedAltText, targetKey } from '../post/alt-text-target.ts';
import { loadAttachment } from '../post/attachments.ts';
import { type EditorImage, hasControls, imageKey } from '../post/editor-image.ts';
import { findImage, listImages } from '../post/images.ts';
import { writeAltTexts, writeMark } from '../post/write-alt-texts.ts';
import { announce, announceApplied, announceBatch } from './announce.ts';
import { findPlaces, planWrite, resolveResult, writePlanned } from './apply-alt-text.ts';
import {
  type KeptText,
  type Suggestion,
  type Thunk,
  change,
  isGenerated,
  keptEdit,
  newSuggestion,
} from './state.ts';
import { requestRunButtonFocus } from './focus-request.ts';
import { findPostId } from '../post/current-post.ts';

/**
 * Marks an image as decorative, as one undo step: its alt text becomes empty, and it counts as
 * settled. Does nothing for an image that must have a text: see `EditorImage.decorative`.
 */
export const markDecorative = (target: AltTextTarget): Thunk => setDecorative(target, true);

/** Removes the mark. The image then has no alt text. */
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
    const restore = writeMark(registry, image, isDecorative);
    dispatch({ type: 'REQUEST_CHANGED', target, change: { suggestion: null, notice: null } });
    const undo = {
      label: __('Undo', 'altscribe'),
      onClick: () => {
        const now = findImage(registry, target);
        // Not after the user has changed the mark again or chosen another image.
        if (
          now &&
          imageKey(now) === imageKey(image) &&
          (now.state === 'decorative') === isDecorative
        ) {
          restore();
        }
        // The snackbar disappears, and the focus would be lost with it.
        dispatch(requestRunButtonFocus());
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

/** The media library's texts for images without one in the post. They cost no credit. */

/** True if an image without a text can get the one from the media library. */
export function hasFreeText({ state, libraryText }: EditorImage): boolean {
  return state === 'missing' && libraryText !== null;
}

/** Copies the media library's text to an image without one. */
export const useLibraryText =
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
export const useLibraryTexts =
  (): Thunk<AppliedAltText[]> =>
  ({ dispatch, select, registry }) =>
    dispatch(
      copyTexts(listImages(registry).filter((image) => !isGenerated(select.getSuggestion(image)))),
    );

const copyTexts =
  (images: readonly EditorImage[]): Thunk<AppliedAltText[]> =>
  ({ registry }) => {
    const applied = images.filter(hasFreeText).map((image) => {
      const { target, alt: before, libraryText } = image;
      const written = [{ target, before }];
      return { target, imageKey: imageKey(image), before, text: libraryText ?? '', written };
    });
    writeAltTexts(registry, applied);
    return applied;
  };

/** Opens the present alt text for editing, without a request. */
export const editAltText =
  (target: AltTextTarget): Thunk<void> =>
  ({ dispatch, registry }) => {
    const image = findImage(registry, target);
    if (image) {
      const suggestion = { ...newSuggestion(image.alt), generated: null };
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
      changeSuggestion(target, ({ text, earlierEdit }) => ({
        text: earlierEdit ?? text,
        earlierEdit: null,
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

export const dismissSuggestion = (target: AltTextTarget) => change(target, { suggestion: null });

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
      dispatch(dismissSuggestion(target));
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
      wanted === '' ? null : dispatch(planSuggestion(image, now, suggestion, places.value, wanted));
    if (applied) {
      dispatch(writePlanned([applied], true));
      dispatch(announceApplied(applied));
      dispatch(change(target, { suggestion: null, notice: null }));
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
  ): Thunk<AppliedAltText | null> =>
  ({ dispatch, select }) => {
    const { target } = before;
    const suggestion = now ? select.getSuggestion(now) : null;
    if (suggestion?.generated !== generated) {
      // Dismissed meanwhile, or replaced by another text that the user has not seen.
      return null;
    }
    const resolution = resolveResult(before, now);
    if (resolution.kind === 'discard' || places.length === 0) {
      const notice = resolution.kind === 'discard' ? resolution.notice : null;
      dispatch(change(target, { suggestion: null, notice }));
      return null;
    }
    if (resolution.kind === 'suggest' && resolution.wasEdited) {
      dispatch(change(target, { suggestion: { ...suggestion, cause: 'edited' } }));
      return null;
    }
    return dispatch(planWrite(resolution.now, places, text));
  };

/** Marks a generated text as reviewed. */
export const markChecked = (target: AltTextTarget) => ({ type: 'TEXT_CHECKED', target }) as const;

/** Restores the text that a generated one replaced. */
export const restoreTextBefore =
  (target: AltTextTarget): Thunk<void> =>
  ({ dispatch, select, registry }) => {
    const image = findImage(registry, target);
    const text = image ? select.getTextBefore(image) : null;
    if (image && text !== null) {
      const { alt: before } = image;
      const written = [{ target, before }];
      writeAltTexts(registry, [{ target, text }]);
      dispatch(announceApplied({ target, imageKey: imageKey(image), before, text, written }));
    }
  };

/**
 * Applies every pending generated text, in one undo step. A text that cannot be written stays
 * pending. Does nothing while a batch runs.
 */
export const applyAllSuggestions =
  (): Thunk =>
  async ({ dispatch, select, registry }) => {
    const isBusy = () => select.getBatch()?.isRunning === true;
    const waiting = listImages(registry).flatMap((image) => {
      const suggestion = select.getSuggestion(image);
      return isGenerated(suggestion) && suggestion ? [{ image, suggestion }] : [];
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
    const images = new Map(listImages(registry).map((image) => [targetKey(image.target), image]));
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
        const planned = dispatch(planSuggestion(image, now, suggestion, places.value, text));
        applied.push(...(planned ? [planned] : []));
      }
    }
    if (applied.length + failed.length === 0) {
      return;
    }
    // Not within the batch below, because blocks must form a step before attachments can join it.
    dispatch(writePlanned(applied, true));
    registry.batch(() => {
      dispatch({ type: 'BATCH_STARTED', total: applied.length + failed.length });
      for (const item of applied) {
        dispatch(change(item.target, { suggestion: null, notice: null }));
        dispatch({ type: 'BATCH_ADVANCED', step: { kind: 'applied', applied: item } });
      }
      for (const target of failed) {
        dispatch({ type: 'BATCH_ADVANCED', step: { kind: 'failed', target } });
      }
      dispatch({ type: 'BATCH_ENDED', error: null, cost: null });
    });
    void dispatch(announceBatch());
  };

/**
 * Suggests the texts that are stored for images of this post. A block that was away may have a new
 * id, so another block with the same image also gets the text.
 */
export const giveBackTexts =
  (): Thunk<void> =>
  ({ dispatch, select, registry }) => {
    const postId = findPostId(registry);
    for (const text of select.getKeptTexts().filter((kept) => kept.postId === postId)) {
      const same = listImages(registry).filter(
        (image) =>
          imageKey(image) === text.imageKey &&
          hasControls(image) &&
          select.getRequestState(image.target).startedAt === null,
      );
      const own = same.find(({ target }) => targetKey(target) === targetKey(text.target));
      const others = same.filter((other) => select.getSuggestion(other) === null);
      const image = own ?? others.find(({ state }) => state === 'missing') ?? others[0];
      if (image) {
        const previous = select.getSuggestion(image);
        const earlierEdit = previous && keptEdit(previous, image.alt);
        const suggestion = { ...text.suggestion, earlierEdit };
        const { imageKey: key, writeTo } = text;
        dispatch({ type: 'TEXT_GIVEN_BACK', text });
        dispatch(change(image.target, { imageKey: key, suggestion, notice: null, writeTo }));
      }
    }
  };

/**
 * Stores a text whose image is not there. Returns whether an image of the post got it immediately.
 */
export const keepText =
  (text: KeptText): Thunk<boolean> =>
  ({ dispatch, select }) => {
    dispatch({ type: 'TEXT_KEPT', text });
    dispatch(giveBackTexts());
    return !select.getKeptTexts().includes(text);
  };
