import { __ } from '@wordpress/i18n';
import { store as noticesStore } from '@wordpress/notices';
import {
  targetKey,
  writeAltText,
  type AltTextTarget,
  type AppliedAltText,
} from '../post/alt-text-target.ts';
import { findImage } from '../post/images.ts';
import type { Thunk } from './thunk.ts';

/** Replaces the alt text of an image by its suggestion, as the user edited it. */
export const applySuggestion =
  (target: AltTextTarget, text: string): Thunk<void> =>
  ({ dispatch, registry }) => {
    const image = findImage(registry, target);
    dispatch({ type: 'REQUEST_CHANGED', target, change: { suggestion: null } });
    if (image) {
      writeAltText(registry, [target], text);
      dispatch(announceApplied({ target, before: image.alt, text }));
    }
  };

/** Shows a snackbar with "Undo", which screen readers read out, too. */
export const announceApplied =
  (applied: AppliedAltText): Thunk<void> =>
  ({ dispatch, registry }) => {
    const message =
      applied.before.trim() === ''
        ? __('Alt text added.', 'altscribe')
        : __('Alt text replaced.', 'altscribe');
    const undo = {
      label: __('Undo', 'altscribe'),
      onClick: () => void dispatch(undoAltTexts([applied])),
    };
    void registry.dispatch(noticesStore).createSuccessNotice(message, {
      id: `altscribe-${targetKey(applied.target)}`,
      type: 'snackbar',
      actions: [undo],
    });
  };

/** Restores the alt texts of before, except where the user edited the new one. Returns how many. */
export const undoAltTexts =
  (applied: readonly AppliedAltText[]): Thunk<number> =>
  ({ registry }) => {
    const unedited = applied.filter(
      ({ target, text }) => findImage(registry, target)?.alt === text,
    );
    // One write for each alt text of before: one undo step for all images that had none.
    for (const before of new Set(unedited.map((item) => item.before))) {
      const targets = unedited.filter((item) => item.before === before).map(({ target }) => target);
      writeAltText(registry, targets, before);
    }
    return unedited.length;
  };
