import type { DataRegistry } from '@wordpress/data';
import { request } from '../../common/api.ts';
import type { DecisionRequest } from '../../common/suggestions-api.ts';
import { editorBootData } from '../boot-data.ts';
import { targetKey } from '../post/alt-text-target.ts';
import { findAttachment } from '../post/attachments.ts';
import { findPostId } from '../post/current-post.ts';
import { type EditorImage, hasControls } from '../post/editor-image.ts';
import { findLanguage } from '../post/generate-request.ts';
import { imageKey } from '../post/image-key.ts';
import { byTarget, listImages } from '../post/images.ts';
import { keyInPlace, placesOf } from '../post/places.ts';
import {
  type Applied,
  type Away,
  type RequestState,
  type Row,
  type StoredLong,
  type Suggestion,
  type Thunk,
  change,
  keptEdit,
} from './state.ts';

/**
 * The suggestions for the images of a post are stored on the site until a user decides: here, in
 * another browser, or on the desk.
 */

/** A suggestion, before or after it was applied. */
export type Held = Pick<RequestState, 'suggestion' | 'applied'>;

/** All rows of this session, including those of decided suggestions. */
const rowsBy = new WeakMap<DataRegistry, Set<Row>>();

function rowsOf(registry: DataRegistry): Set<Row> {
  const rows = rowsBy.get(registry) ?? new Set();
  rowsBy.set(registry, rows);
  return rows;
}

export const newRow = (
  identity: Pick<Row, 'postId' | 'attachmentId' | 'place' | 'isLong'>,
  id: number | null = null,
): Row => ({
  ...identity,
  ...{ id, unsent: null, stored: null, running: 0, changes: 0, queue: Promise.resolve() },
});

/** Sends a request about a row after those in progress. */
function enqueue(row: Row, send: () => Promise<unknown>): Promise<unknown> {
  row.running += 1;
  row.changes += 1;
  row.queue = row.queue.then(send).finally(() => {
    row.running -= 1;
    row.changes += 1;
  });
  return row.queue;
}

/** Sends the data that the site has not stored yet. If that fails, it is tried again later. */
function sendUnsent(registry: DataRegistry, row: Row): Promise<unknown> {
  return enqueue(row, async () => {
    const data = row.unsent;
    if (!data) {
      return;
    }
    const stored = await request('suggestions', data, (json) => (json as { id: number }).id);
    if (stored.ok) {
      if (row.id !== null && row.id !== stored.value) {
        // The site had put away the text that this one replaces.
        const old = newRow(row, row.id);
        rowsOf(registry).add(old);
        void decideRow(old, { decision: 'reject', shown_text: null });
      }
      row.id = stored.value;
      row.stored = data;
      row.unsent = row.unsent === data ? null : row.unsent;
    }
  });
}

/**
 * Makes the browser ask before the page closes while texts are being generated, or the site has not
 * stored one that was paid for. Returns a function that ends this.
 */
export function warnBeforeLeaving(isRunning: () => boolean): () => void {
  const warn = (event: BeforeUnloadEvent) => {
    if (isRunning() || [...paid].some(({ unsent }) => unsent !== null)) {
      event.preventDefault();
    }
  };
  window.addEventListener('beforeunload', warn);
  return () => {
    window.removeEventListener('beforeunload', warn);
  };
}

function retryUnsent(registry: DataRegistry): void {
  for (const row of rowsOf(registry)) {
    if (row.unsent && row.running === 0) {
      void sendUnsent(registry, row);
    }
  }
}

/** The rows with texts of this session, in any registry. */
const paid = new Set<Row>();

/** Stores a row with its text. */
function storeRow(registry: DataRegistry, row: Row, data: object): void {
  const { postId: post_id, attachmentId: attachment_id, place } = row;
  rowsOf(registry).add(row);
  paid.add(row);
  row.unsent = { post_id, attachment_id, place, origin: 'sidebar', ...data };
  void sendUnsent(registry, row);
}

/** Tells the site how the user decided. `shown_text` is null if only the site has the text. */
export function decideRow(
  row: Row,
  { shown_text, ...decided }: Omit<DecisionRequest, 'shown_text'> & { shown_text: string | null },
): Promise<unknown> {
  const { unsent } = row;
  return enqueue(row, async () => {
    // Requests before this one may have stored the text. Otherwise, the site has an earlier one or none.
    const isStored = unsent === null || row.stored === unsent;
    row.unsent = row.unsent === unsent ? null : row.unsent;
    if (row.id !== null) {
      const decision = isStored && shown_text !== null ? { ...decided, shown_text } : decided;
      await request(`suggestions/${String(row.id)}`, decision, () => null);
    }
  });
}

/** The module that follows the site's list, loaded when there may be a list. */
let follow: () => Promise<{ followList: (postId: number, rows: Set<Row>) => Thunk }>;

export function setFollow(load: typeof follow): void {
  follow = load;
}

/**
 * Loads the suggestions for the post in the editor. Those that were decided elsewhere disappear.
 * `areSure`: there are some, whatever the page knew when it was opened.
 */
export const loadSuggestions =
  (areSure = false): Thunk =>
  async ({ dispatch, registry }) => {
    const postId = findPostId(registry);
    const rows = rowsOf(registry);
    const mayHaveSome =
      areSure || postId !== editorBootData.postId || editorBootData.hasSuggestions || rows.size > 0;
    if (postId === null || !mayHaveSome) {
      return;
    }
    retryUnsent(registry);
    const later = await follow().catch(() => null);
    await (later && dispatch(later.followList(postId, rows)));
  };

export function isHeld(held: Held): boolean {
  return suggestionOf(held) !== null;
}

/** The suggestion, whether it was applied or not. */
function suggestionOf({ suggestion, applied }: Held): Suggestion | null {
  return applied?.suggestion ?? suggestion;
}

/** The images as they were when the suggestions last found their places. */
const seenBy = new WeakMap<DataRegistry, { postId: number | null; alts: Map<string, string> }>();

/**
 * Makes the suggestions follow their images: those of images that were cut wait until the images are
 * back, perhaps in another block. The editor's Undo reverses a decision that is not saved yet.
 */
export const placeSuggestions =
  (): Thunk<void> =>
  ({ dispatch, select, registry }) => {
    const postId = findPostId(registry);
    const images = postId === null ? [] : listImages(registry);
    const byKey = byTarget(images);
    const seen = seenBy.get(registry);
    const alts = new Map(images.map((image) => [targetKey(image.target), image.alt]));
    seenBy.set(registry, { postId, alts });
    registry.batch(() => {
      for (const [key, held] of Object.entries(select.getRequests()).filter(([, one]) =>
        isHeld(one),
      )) {
        const image = byKey.get(key);
        if (image && imageKey(image) === held.imageKey) {
          const changed = followText(registry, image, held);
          if (changed) {
            dispatch({ type: 'REQUEST_CHANGED', key, change: changed });
          }
        } else {
          const { suggestion, applied, writeTo, purpose, imageKey: ownKey } = held;
          const known = suggestionOf(held);
          const away = {
            postId: known?.row?.postId ?? seen?.postId ?? postId ?? 0,
            place: known?.row?.place ?? '',
            key: keyInPlace(ownKey ?? ''),
            alt: seen?.alts.get(key) ?? applied?.text ?? suggestion?.replaces ?? '',
            ...{ suggestion, applied, writeTo, purpose },
          };
          dispatch({ type: 'REQUEST_CHANGED', key, change: { suggestion: null, applied: null } });
          dispatch({ type: 'AWAY_CHANGED', away: [...select.getAway(), away] });
        }
      }
      const waiting = select.getAway();
      const places = waiting.length > 0 ? placesOf(registry) : new Map<string, string>();
      const isPlaced = (one: Away) =>
        one.postId === postId && dispatch(placeAway(one, images, places));
      const away = waiting.filter((one) => !isPlaced(one));
      if (away.length < waiting.length) {
        dispatch({ type: 'AWAY_CHANGED', away });
      }
    });
  };

/**
 * Shows a suggestion at its image. False if that is not in the editor, or has another one. `places`:
 * from `placesOf`.
 */
const placeAway =
  (
    away: Away,
    images: readonly EditorImage[],
    places: ReadonlyMap<string, string>,
  ): Thunk<boolean> =>
  ({ dispatch, select }) => {
    const { place, key, alt, suggestion, applied, writeTo, purpose } = away;
    const fits = (image: EditorImage) =>
      (alt === null || alt === image.alt) &&
      (hasControls(image) || (applied !== null && image.state === 'decorative'));
    const same = images.filter((image) => keyInPlace(imageKey(image)) === key);
    const own = same.filter(
      (image) => fits(image) && places.get(targetKey(image.target)) === place,
    );
    // The image was moved or converted, or the suggestion is for the media library.
    const others = same.filter(
      (image) => fits(image) && (alt !== null || image.state === 'missing'),
    );
    const isFree = ({ target }: EditorImage) => {
      const present = select.getRequestState(target);
      return present.startedAt === null && !isHeld(present);
    };
    const image = own.length > 0 ? own.find(isFree) : others.find(isFree);
    if (!image) {
      return false;
    }
    const toMark = suggestion?.verdict === 'decorative' && !image.decorative.can;
    dispatch(
      change(image.target, {
        imageKey: imageKey(image),
        suggestion: suggestion && {
          ...suggestion,
          replaces: alt === null ? image.alt : suggestion.replaces,
          verdict: toMark ? null : suggestion.verdict,
        },
        applied,
        notice: null,
        writeTo,
        purpose,
      }),
    );
    return true;
  };

/** The state of a suggestion after Undo or Redo in the editor; null if it has not changed. */
function followText(
  registry: DataRegistry,
  image: EditorImage,
  { suggestion, applied }: RequestState,
): Held | null {
  const { alt, state } = image;
  const isMarked = state === 'decorative';
  if (applied) {
    const isBefore = alt === applied.before || alt.trim() === '';
    return isBefore && !isMarked && !isWritten(registry, image, applied)
      ? { suggestion: applied.suggestion, applied: null }
      : null;
  }
  if (!suggestion?.row) {
    return null;
  }
  const { cause, replaces, text } = suggestion;
  // Redo brings an edit back, but not a decision about the text that came since.
  const isThere = cause !== 'replaced' && alt !== '' && alt !== replaces && alt === text.trim();
  return isMarked || isThere
    ? { suggestion: null, applied: { suggestion, text: isMarked ? '' : alt, before: replaces } }
    : null;
}

/** In the post, or in the media library. */
function isWritten(registry: DataRegistry, image: EditorImage, { text }: Applied): boolean {
  const library = findAttachment(registry, image.attachmentId ?? 0);
  return text !== '' && (image.alt === text || library?.alt === text);
}

/**
 * Keeps a suggestion whose image is not in the editor, or cannot get it now, until it can. It replaces
 * the earlier text of its row, but not the user's edit of that.
 */
export const putAway =
  (before: EditorImage, suggestion: Suggestion, writeTo: RequestState['writeTo']): Thunk<void> =>
  ({ dispatch, select, registry }) => {
    const { row } = suggestion;
    const isEarlier = (held: Held) => row !== null && suggestionOf(held)?.row === row;
    const requests = Object.entries(select.getRequests()).filter(([, held]) => isEarlier(held));
    const away = select.getAway();
    const earlier = [...requests.map(([, held]) => held), ...away.filter(isEarlier)]
      .map(suggestionOf)
      .find((one) => one !== null);
    const waiting = {
      postId: row?.postId ?? 0,
      place: row?.place ?? '',
      key: keyInPlace(imageKey(before)),
      alt: null,
      suggestion: {
        ...suggestion,
        earlierEdit: earlier ? keptEdit(earlier, before.alt) : null,
      },
      ...{ applied: null, writeTo, purpose: null },
    };
    registry.batch(() => {
      for (const [key] of requests) {
        dispatch({ type: 'REQUEST_CHANGED', key, change: { suggestion: null, applied: null } });
      }
      const others = away.filter((one) => !isEarlier(one));
      dispatch({ type: 'AWAY_CHANGED', away: [...others, waiting] });
    });
    dispatch(placeSuggestions());
  };

/** Stores a suggestion. */
export const storeSuggestion =
  (image: EditorImage, { row, hint, verdict, generated }: Suggestion): Thunk<void> =>
  ({ dispatch, select, registry }) => {
    if (row) {
      // The site replaces a pending suggestion for the same place that arrived during the request.
      const isReplaced = ({ alt, place, suggestion: other }: Away) =>
        alt === null && place === row.place && other?.row?.attachmentId === row.attachmentId;
      const away = select.getAway().filter((one) => !isReplaced(one));
      dispatch({ type: 'AWAY_CHANGED', away });
      storeRow(registry, row, {
        image_url: image.url.startsWith('data:') ? '' : image.url,
        previous_text: image.alt,
        text: generated ?? '',
        purpose: verdict === 'decorative' ? verdict : '',
        declined: verdict === 'declined',
        hint,
        language: findLanguage(registry, image),
      });
    }
  };

/**
 * Keeps a long description until it is inserted or discarded. `data`: as the site stores it.
 */
export const keepLong =
  (
    row: Pick<Row, 'postId' | 'attachmentId' | 'place'>,
    data: { text: string } & Record<string, unknown>,
    details: string,
  ): Thunk<void> =>
  ({ dispatch, select, registry }) => {
    const one = { row: newRow({ ...row, isLong: true }), text: data.text, details };
    dispatch({ type: 'LONG_CHANGED', long: [...select.getLong(), one] });
    storeRow(registry, one.row, { purpose: 'long', previous_text: '', ...data });
  };

/** Rejects a long description. */
export const discardLong =
  (one: StoredLong): Thunk<void> =>
  ({ dispatch, select }) => {
    dispatch({ type: 'LONG_CHANGED', long: select.getLong().filter((other) => other !== one) });
    void decideRow(one.row, { decision: 'reject', shown_text: one.text });
  };

/** After the post was saved: tells the site which suggestions were applied. */
export const settleSuggestions =
  (): Thunk =>
  async ({ dispatch, select, registry }) => {
    dispatch(placeSuggestions());
    retryUnsent(registry);
    const decisions = listImages(registry).map(async (image) => {
      const { applied, imageKey: key } = select.getRequestState(image.target);
      if (!applied || key !== imageKey(image)) {
        return;
      }
      dispatch(change(image.target, { applied: null }));
      const { row, generated: shown_text } = applied.suggestion;
      if (!row) {
        return;
      }
      const isDecorative = image.state === 'decorative';
      const text = isDecorative ? '' : image.alt || applied.text;
      // A suggestion for the media library that was applied in a block is written there too.
      const isElsewhere = row.place === '' && image.target.type !== 'attachment';
      const decision = isDecorative ? 'decorative' : 'accept';
      await decideRow(row, { decision, text, shown_text, written: !isElsewhere });
    });
    await Promise.all(decisions);
    dispatch(placeSuggestions());
  };
