import type { ApiError } from '../../common/api-error.ts';
import { targetKey, type AltTextTarget, type AppliedAltText } from '../post/alt-text-target.ts';
import { imageKey, type EditorImage } from '../post/editor-image.ts';
import { findImage, listImages } from '../post/images.ts';
import { writeAltTexts } from '../post/write-alt-texts.ts';
import { announce, announceApplied, announceBatch } from './announce.ts';
import { resolveResult } from './apply-alt-text.ts';
import { change, isGenerated, newSuggestion, type Suggestion } from './requests.ts';
import type { Thunk } from './thunk.ts';
import { findPlaces, planWrite, writePlanned } from './write-places.ts';

/** Opens the present alt text in the field of a suggestion, without a request. */
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

/** Keeps what the user types into a suggestion, also while its panel is closed. */
export const editSuggestion =
  (target: AltTextTarget, text: string): Thunk<void> =>
  ({ dispatch }) => {
    dispatch(changeSuggestion(target, () => ({ text })));
  };

/** Swaps the new text and what the user had typed before it came. */
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
 * Replaces the alt text of an image by its suggestion, as the user edited it. Changes nothing if the
 * suggestion was made for another image, and keeps it where it could not be written.
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
    const applied = dispatch(planSuggestion(image, now, suggestion, places.value, text));
    if (applied) {
      dispatch(writePlanned([applied], true));
      dispatch(announceApplied(applied));
      dispatch(change(target, { suggestion: null, notice: null }));
    }
  };

/** An error of an image whose suggestion is still there, to be applied again. */
function notApplied({ message }: ApiError): ApiError {
  return { code: 'not_applied', message };
}

/**
 * What applying a suggestion will write, once its places are known; null if image or suggestion are others by
 * then, or may not be written any more.
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
      // Dismissed meanwhile, or another text has come, which nobody has seen.
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

/** Says that somebody has looked at a generated text. */
export const markChecked = (target: AltTextTarget) => ({ type: 'TEXT_CHECKED', target }) as const;

/** Brings back the text that a generated one replaced. */
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
 * Applies every generated text that waits, in one undo step. One that cannot be written goes on waiting.
 * Does nothing while a batch runs.
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
    // Not within the batch below: blocks have to be a step before attachments can join it.
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
      dispatch({ type: 'BATCH_ENDED', error: null });
    });
    dispatch(announceBatch());
  };
