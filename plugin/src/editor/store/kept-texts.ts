import { targetKey } from '../post/alt-text-target.ts';
import { findPostId } from '../post/current-post.ts';
import { hasControls, imageKey } from '../post/editor-image.ts';
import { listImages } from '../post/images.ts';
import { change, keptEdit, type KeptText, type Thunk } from './state.ts';

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
