import { __ } from '@wordpress/i18n';
import type { ApiError } from '../../common/api-error.ts';
import { findImage, writeAlt } from '../blocks.ts';
import type { EditorImage } from '../editor-image.ts';
import { decideLanding, type DropReason } from '../landing.ts';
import { buildRequest, findPostId } from '../request.ts';
import { imageChanged } from './actions.ts';
import { ask, type Answer } from './ask.ts';
import type { Fill } from './state.ts';
import type { Thunk } from './thunk.ts';

/** How one request for one image ended. */
export type Outcome =
  | { kind: 'filled'; fill: Fill }
  | { kind: 'suggested'; text: string }
  | { kind: 'dropped'; reason: DropReason }
  | { kind: 'failed'; error: ApiError }
  /** Stopped, or nothing was asked because the image is not one to describe now. */
  | { kind: 'nothing' };

/** Gets a text for one image and puts it where it belongs, without a word to the user. */
export const describeImage =
  (clientId: string): Thunk<Promise<Outcome>> =>
  async ({ dispatch, select, registry }) => {
    const before = findImage(registry, clientId);
    const postId = findPostId(registry);
    const { startedAt, suggestion } = select.getImageWork(clientId);
    if (!before || postId === null || startedAt !== null || !isDescribable(before)) {
      return { kind: 'nothing' };
    }
    // Who has a text wants another one, and the service may still know the one it gave.
    const regenerate = before.state === 'described' || suggestion !== null;
    const typedKeywords = select.getTypedKeywords();
    const request = buildRequest(registry, postId, before, { regenerate, typedKeywords });
    dispatch(imageChanged(clientId, { startedAt: Date.now(), remark: null }));
    const answer = request ? await dispatch(ask(request)) : embedded();
    dispatch(imageChanged(clientId, { startedAt: null }));
    switch (answer.kind) {
      case 'text':
        return dispatch(land(before, answer.text));
      case 'failed':
        // That the credits are used up is said once, for all images.
        if (answer.error.code !== 'altscribe_insufficient_credits') {
          dispatch(imageChanged(clientId, { remark: answer }));
        }
        return answer;
      case 'stopped':
        return { kind: 'nothing' };
    }
  };

const land =
  (before: EditorImage, text: string): Thunk<Outcome> =>
  ({ dispatch, select, registry }) => {
    const { clientId } = before;
    const landing = decideLanding(before, findImage(registry, clientId));
    if (landing.kind === 'drop') {
      const { reason } = landing;
      const remark = reason === 'removed' ? null : ({ kind: 'dropped', reason } as const);
      dispatch(imageChanged(clientId, { remark, suggestion: null }));
      return { kind: 'dropped', reason };
    }
    // Who regenerates a suggestion asks for another one, also where the present text is empty.
    const hadSuggestion = select.getImageWork(clientId).suggestion !== null;
    if (landing.kind === 'suggest' || hadSuggestion) {
      const wasEdited = landing.kind === 'suggest' && landing.wasEdited;
      dispatch(imageChanged(clientId, { suggestion: { text, wasEdited } }));
      return { kind: 'suggested', text };
    }
    writeAlt(registry, clientId, text);
    return { kind: 'filled', fill: { clientId, before: before.alt, text } };
  };

function isDescribable(image: EditorImage): boolean {
  return image.state === 'missing' || image.state === 'described';
}

function embedded(): Answer {
  const message = __(
    'This image is embedded in the post. Upload it to the media library first.',
    'altscribe',
  );
  return { kind: 'failed', error: { code: 'altscribe_image_unreadable', message } };
}
