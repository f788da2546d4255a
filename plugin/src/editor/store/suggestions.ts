import type { AltTextTarget } from '../post/alt-text-target.ts';
import { imageKey } from '../post/editor-image.ts';
import { findImage, listImages } from '../post/images.ts';
import { writeAltTexts } from '../post/write-alt-texts.ts';
import { announceApplied, announceBatch } from './announce.ts';
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
      dispatch(change(target, { imageKey: imageKey(image), suggestion, notice: null }));
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
 * suggestion was made for another image.
 */
export const applySuggestion =
  (target: AltTextTarget, text: string): Thunk =>
  async ({ dispatch, select, registry }) => {
    const image = findImage(registry, target);
    const places = image && select.getSuggestion(image) ? await dispatch(findPlaces(image)) : [];
    // The image may have changed while its places were looked up.
    const now = findImage(registry, target);
    if (now && select.getSuggestion(now) && places.length > 0) {
      const applied = dispatch(planWrite(now, places, text));
      dispatch(writePlanned([applied], true));
      dispatch(announceApplied(applied));
    }
    dispatch(dismissSuggestion(target));
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

/** Applies every generated text that waits, in one undo step. */
export const applyAllSuggestions =
  (): Thunk =>
  async ({ dispatch, select, registry }) => {
    const planned = await Promise.all(
      listImages(registry).map(async (image) => {
        const suggestion = select.getSuggestion(image);
        const text = suggestion?.text.trim() ?? '';
        const places =
          isGenerated(suggestion) && text !== '' ? await dispatch(findPlaces(image)) : [];
        return places.length > 0 ? [dispatch(planWrite(image, places, text))] : [];
      }),
    );
    const applied = planned.flat();
    registry.batch(() => {
      dispatch(writePlanned(applied, true));
      dispatch({ type: 'BATCH_STARTED', total: applied.length });
      for (const item of applied) {
        dispatch(dismissSuggestion(item.target));
        dispatch({ type: 'BATCH_ADVANCED', step: { kind: 'applied', applied: item } });
      }
      dispatch({ type: 'BATCH_ENDED', error: null });
    });
    dispatch(announceBatch());
  };
