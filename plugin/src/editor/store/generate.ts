import { findImage, writeAlt } from '../blocks.ts';
import { imageChanged } from './actions.ts';
import { announce, announceFill } from './announce.ts';
import { describeImage } from './describe.ts';
import type { Thunk } from './thunk.ts';

/**
 * Generates the alt text of one image: an empty one is filled, beside any other the new text is
 * shown.
 */
export const generate =
  (clientId: string): Thunk =>
  async ({ dispatch }) => {
    dispatch(announce(await dispatch(describeImage(clientId))));
  };

/** Puts a suggested text, as the user left it, in the place of the present one. */
export const applySuggestion =
  (clientId: string, text: string): Thunk<void> =>
  ({ dispatch, registry }) => {
    const image = findImage(registry, clientId);
    dispatch(imageChanged(clientId, { suggestion: null }));
    if (image) {
      writeAlt(registry, clientId, text);
      dispatch(announceFill({ clientId, before: image.alt, text }));
    }
  };
