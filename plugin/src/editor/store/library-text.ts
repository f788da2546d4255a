import type { AppliedAltText, AltTextTarget } from '../post/alt-text-target.ts';
import { imageKey, type EditorImage } from '../post/editor-image.ts';
import { findImage, listImages } from '../post/images.ts';
import { writeAltTexts } from '../post/write-alt-texts.ts';
import { announceApplied } from './announce.ts';
import type { Thunk } from './thunk.ts';

/** Texts that the media library has for images without one in the post. They cost no credit. */

/** True if an image without a text can get the one of the media library. */
export function hasFreeText({ state, libraryText }: EditorImage): boolean {
  return state === 'missing' && libraryText !== null;
}

/** Copies the text of the media library to an image without one. */
export const useLibraryText =
  (target: AltTextTarget): Thunk<void> =>
  ({ dispatch, registry }) => {
    const image = findImage(registry, target);
    const [applied] = image ? dispatch(copyTexts([image])) : [];
    if (applied) {
      dispatch(announceApplied(applied));
    }
  };

/** The same for all images of the post, as one undo step, without a word. Returns what was written. */
export const useLibraryTexts =
  (): Thunk<AppliedAltText[]> =>
  ({ dispatch, registry }) =>
    dispatch(copyTexts(listImages(registry)));

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
