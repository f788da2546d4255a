import { doubtsOf, noteDoubts, request } from '../../common/api.ts';
import { newSuggestion } from '../../common/request/state.ts';
import type { DecisionRequest, SuggestionItem } from '../../common/suggestions-api.ts';
import { editorBootData } from '../boot-data.ts';
import { targetKey } from '../post/alt-text-target.ts';
import { findAttachment } from '../post/attachments.ts';
import { findPostId } from '../post/current-post.ts';
import { type EditorImage, hasControls } from '../post/editor-image.ts';
import { findLanguage } from '../post/generate-request.ts';
import { imageKey } from '../post/image-key.ts';
import { listImages } from '../post/images.ts';
import { placesOf } from '../post/places.ts';
import {
  type RequestState,
  type Suggestion,
  type Thunk,
  change,
  keptEdit,
  noEdits,
} from './state.ts';

/**
 * The suggestions for the images of a post are stored on the site until somebody decides: here, in
 * another browser, or on the desk.
 */

type StoredSuggestion = Pick<
  SuggestionItem,
  | 'attachment_id'
  | 'details'
  | 'declined'
  | 'doubts'
  | 'hint'
  | 'id'
  | 'model'
  | 'place'
  | 'post_id'
  | 'prompt'
  | 'purpose'
  | 'text'
>;

/** A suggestion whose image is not in the editor now: its block was removed, or is in a pattern. */
interface Waiting extends StoredSuggestion {
  suggestion?: Suggestion;
  writeTo?: RequestState['writeTo'];
}

let waiting: Waiting[] = [];

/** Ids by `keyOf`; null if the site could not store it. */
const ids = new Map<string, Promise<number | null>>();

const keyOf = (postId: number, attachmentId: number, place: string) =>
  place === '' ? `library ${String(attachmentId)}` : `${String(postId)} ${place}`;

/**
 * Loads the suggestions for the post in the editor. Those that were decided elsewhere disappear.
 * `areSure`: there are some, whatever the page knew when it was opened.
 */
export const loadSuggestions =
  (areSure = false): Thunk =>
  async ({ dispatch, select, registry }) => {
    const postId = findPostId(registry);
    const mayHaveSome =
      areSure || postId !== editorBootData.postId || editorBootData.hasSuggestions || ids.size > 0;
    if (postId === null || !mayHaveSome) {
      return;
    }
    const before = new Set(ids.keys());
    const route = `suggestions?post=${String(postId)}&context=edit`;
    const result = await request(route, undefined, (json) => json as StoredSuggestion[]);
    if (!result.ok || findPostId(registry) !== postId) {
      return;
    }
    const found = new Set(
      result.value.map((item) => keyOf(postId, item.attachment_id, item.place)),
    );
    for (const image of listImages(registry)) {
      const { suggestion } = select.getRequestState(image.target);
      const key = keyOf(postId, image.attachmentId ?? 0, suggestion?.place ?? '');
      if (suggestion && suggestion.place !== null && before.has(key) && !found.has(key)) {
        ids.delete(key);
        dispatch(change(image.target, { suggestion: null }));
      }
    }
    const isLong = ({ purpose }: StoredSuggestion) => purpose === 'long';
    dispatch({
      type: 'LONG_CHANGED',
      long: result.value.filter(isLong).map((item) => ({ details: '', ...item })),
    });
    waiting = [
      ...waiting.filter(({ id }) => id === 0),
      ...result.value.filter((item) => !isLong(item)),
    ];
    dispatch(placeSuggestions());
  };

/** Shows the suggestions that wait for their images. */
export const placeSuggestions =
  (): Thunk<void> =>
  ({ dispatch, select, registry }) => {
    const postId = findPostId(registry);
    if (waiting.length === 0 || postId === null) {
      return;
    }
    const images = listImages(registry).filter(hasControls);
    const places = placesOf(registry);
    const placeIn = (image: EditorImage) => places.get(targetKey(image.target));
    waiting = waiting.filter((item) => {
      const { attachment_id, post_id, place } = item;
      if (post_id !== 0 && post_id !== postId) {
        return true;
      }
      const own = images.filter((image) => placeIn(image) === place);
      const shown = own.length === 0 || place === '' ? findShown(images, item) : own;
      const image = place === '' ? (own.find(isOf(attachment_id)) ?? shown[0]) : shown[0];
      const state = image && select.getRequestState(image.target);
      if (!image || !state || state.startedAt !== null) {
        return true;
      }
      ids.set(keyOf(postId, attachment_id, place), Promise.resolve(item.id || null));
      const present = select.getSuggestion(image);
      // Not over the user's own edits, nor over what was applied and is not saved yet.
      if (present?.generated !== item.text && state.applied?.place !== place) {
        const suggestion = {
          ...(item.suggestion ?? toSuggestion(item, image)),
          earlierEdit: present && keptEdit(present, image.alt),
        };
        dispatch(
          change(image.target, {
            imageKey: imageKey(image),
            suggestion,
            notice: null,
            writeTo: item.writeTo ?? null,
            purpose: item.purpose === 'complex' ? item.purpose : null,
          }),
        );
      }
      return false;
    });
  };

const isOf = (attachmentId: number) => (image: EditorImage) => image.attachmentId === attachmentId;

/** The images without a text that show the image of a suggestion. */
function findShown(images: readonly EditorImage[], item: StoredSuggestion): EditorImage[] {
  return images.filter(
    (image) =>
      image.state === 'missing' && item.attachment_id > 0 && isOf(item.attachment_id)(image),
  );
}

function toSuggestion(item: StoredSuggestion, image: EditorImage): Suggestion {
  const { text, hint, model, prompt, place, declined, purpose } = item;
  noteDoubts(text, item.doubts);
  const isDecorative = purpose === 'decorative' && image.decorative.can;
  const found = isDecorative ? 'decorative' : null;
  const verdict = declined ? 'declined' : found;
  return { ...newSuggestion(text), ...noEdits, hint, model, prompt, place, verdict };
}

/**
 * Stores a suggestion. `away`: its image is not in the editor, so it is shown once it is back, and
 * is then written to this place.
 */
export const storeSuggestion =
  (
    postId: number,
    image: EditorImage,
    suggestion: Suggestion,
    away: Pick<RequestState, 'writeTo'> | null = null,
  ): Thunk =>
  async ({ dispatch, registry }) => {
    const { place, hint, verdict, model, prompt, generated } = suggestion;
    if (place === null || generated === null) {
      return;
    }
    const data = {
      post_id: postId,
      attachment_id: image.attachmentId ?? 0,
      image_url: image.url.startsWith('data:') ? '' : image.url,
      place,
      previous_text: image.alt,
      text: generated,
      purpose: verdict === 'decorative' ? ('decorative' as const) : ('' as const),
      declined: verdict === 'declined',
      hint,
      language: findLanguage(registry, image),
      origin: 'sidebar' as const,
    };
    const stored = request('suggestions', data, (json) => (json as StoredSuggestion).id);
    const id = stored.then((result) => (result.ok ? result.value : null));
    ids.set(keyOf(postId, data.attachment_id, place), id);
    if (away) {
      const source = { doubts: doubtsOf(generated), model, prompt };
      waiting = [...waiting, { ...data, ...source, ...away, suggestion, id: (await id) ?? 0 }];
      dispatch(placeSuggestions());
    }
  };

/** Tells the site how the user decided. */
export const decideSuggestion =
  ({ attachmentId }: EditorImage, { place }: Suggestion, decision: DecisionRequest): Thunk =>
  async ({ registry }) => {
    const key = keyOf(findPostId(registry) ?? 0, attachmentId ?? 0, place ?? '');
    const id = await ids.get(key);
    ids.delete(key);
    if (id) {
      await request(`suggestions/${String(id)}`, decision, () => null);
    }
  };

/**
 * After the post was saved: tells the site which suggestions were applied. A suggestion whose text
 * was undone meanwhile is shown again.
 */
export const settleSuggestions =
  (): Thunk =>
  async ({ dispatch, select, registry }) => {
    const decided = listImages(registry).flatMap((image) => {
      const { applied, imageKey: key } = select.getRequestState(image.target);
      return applied && key === imageKey(image) ? [{ image, applied }] : [];
    });
    for (const { image, applied } of decided) {
      const library = findAttachment(registry, image.attachmentId ?? 0);
      const isDecorative = image.state === 'decorative';
      const isWritten = [image.alt, library?.alt].includes(applied.text);
      dispatch(change(image.target, { applied: null }));
      if (isDecorative || isWritten || image.alt.trim() !== '') {
        const text = image.alt === '' ? applied.text : image.alt;
        // A suggestion for the media library that was applied in a block is written there too.
        const isElsewhere = applied.place === '' && image.target.type !== 'attachment';
        const decision = isDecorative ? 'decorative' : 'accept';
        const body = { decision, text: isDecorative ? '' : text, written: !isElsewhere } as const;
        await dispatch(decideSuggestion(image, applied, body));
      } else {
        dispatch(change(image.target, { suggestion: applied }));
      }
    }
  };
