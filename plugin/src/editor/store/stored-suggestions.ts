import type { DataRegistry } from '@wordpress/data';
import { noteDoubts, request } from '../../common/api.ts';
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
  editOf,
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

/** A suggestion, before or after it was applied. */
type Held = Pick<RequestState, 'suggestion' | 'applied'>;

/** All rows of this session, also of those suggestions that somebody decided. */
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
  ...{ id, unsent: null, running: 0, changes: 0, queue: Promise.resolve() },
});

/** Sends a request about a row, after those that run. */
function enqueue(row: Row, send: () => Promise<unknown>): Promise<unknown> {
  row.running += 1;
  row.changes += 1;
  row.queue = row.queue.then(send).finally(() => {
    row.running -= 1;
    row.changes += 1;
  });
  return row.queue;
}

/** Stores what the site has not stored yet. If it can't, this is tried again later. */
function sendUnsent(registry: DataRegistry, row: Row): Promise<unknown> {
  return enqueue(row, async () => {
    const data = row.unsent;
    if (!data) {
      return;
    }
    const stored = await request('suggestions', data, (json) => (json as StoredSuggestion).id);
    if (stored.ok) {
      if (row.id !== null && row.id !== stored.value) {
        // The site had put the text away that this one replaces.
        const old = newRow(row, row.id);
        rowsOf(registry).add(old);
        void decideRow(old, { decision: 'reject' });
      }
      row.id = stored.value;
      row.unsent = row.unsent === data ? null : row.unsent;
    }
  });
}

function retryUnsent(registry: DataRegistry): void {
  for (const row of rowsOf(registry)) {
    if (row.unsent && row.running === 0) {
      void sendUnsent(registry, row);
    }
  }
}

/** Stores a row with its text. */
function storeRow(registry: DataRegistry, row: Row, data: object): void {
  const { postId: post_id, attachmentId: attachment_id, place } = row;
  rowsOf(registry).add(row);
  row.unsent = { post_id, attachment_id, place, origin: 'sidebar', ...data };
  void sendUnsent(registry, row);
}

/** Tells the site how the user decided. */
export function decideRow(row: Row, decision: DecisionRequest): Promise<unknown> {
  row.unsent = null;
  return enqueue(row, async () => {
    if (row.id !== null) {
      await request(`suggestions/${String(row.id)}`, decision, () => null);
    }
  });
}

/**
 * Loads the suggestions for the post in the editor. Those that were decided elsewhere disappear.
 * `areSure`: there are some, whatever the page knew when it was opened.
 */
export const loadSuggestions =
  (areSure = false): Thunk =>
  async ({ dispatch, select, registry }) => {
    const postId = findPostId(registry);
    const rows = rowsOf(registry);
    const mayHaveSome =
      areSure || postId !== editorBootData.postId || editorBootData.hasSuggestions || rows.size > 0;
    if (postId === null || !mayHaveSome) {
      return;
    }
    retryUnsent(registry);
    const before = new Map([...rows].map((row) => [row, row.changes]));
    // Not the texts that are in the post already: the records of the post have them.
    const route = `suggestions?post=${String(postId)}&context=edit&waiting=suggested`;
    const result = await request(route, undefined, (json) => json as StoredSuggestion[]);
    if (!result.ok || findPostId(registry) !== postId) {
      return;
    }
    /** The list does not know, or not for sure, what happened to the row here. */
    const isNewer = (row: Row) =>
      row.running > 0 || row.unsent !== null || before.get(row) !== row.changes;
    const newer = [...rows].filter(isNewer);
    const items = new Map(
      result.value
        .filter((item) => !newer.some((row) => row.id === item.id || isPlaceOf(row, item)))
        .map((item) => [item.id, item]),
    );
    const held = new Set<Row>();
    /** What becomes of a suggestion that the editor holds; null if it stays. */
    const follow = ({ suggestion, applied }: Held): Held | null => {
      const known = applied?.suggestion ?? suggestion;
      const row = known?.row;
      if (!row || !known) {
        return null;
      }
      held.add(row);
      if (row.id === null || isNewer(row) || (row.place !== '' && row.postId !== postId)) {
        return null;
      }
      const item = items.get(row.id);
      if (item) {
        row.place = item.place;
        return item.text === known.generated
          ? null
          : { applied: null, suggestion: replaceText(known, item) };
      }
      // The list has no library texts of images that are not in the saved post.
      return row.place === '' && !listed.has(row)
        ? null
        : { applied: null, suggestion: applied ? null : keepEdit(known) };
    };
    registry.batch(() => {
      for (const [key, held] of Object.entries(select.getRequests())) {
        const changed = follow(held);
        if (changed) {
          dispatch({ type: 'REQUEST_CHANGED', key, change: changed });
        }
      }
      const kept = select.getAway().map((one) => ({ ...one, ...follow(one) }));
      const long = select.getLong().filter(({ row }) => isNewer(row));
      const known = new Map([...rows].map((row) => [row.id, row]));
      const added: Away[] = [];
      for (const item of items.values()) {
        const { id, place, attachment_id: attachmentId, text, details = '' } = item;
        const isLong = item.purpose === 'long';
        const row = known.get(id) ?? newRow({ postId, attachmentId, place, isLong }, id);
        rows.add(row);
        listed.add(row);
        if (isLong) {
          long.push({ row, text, details });
        } else if (!held.has(row)) {
          added.push(toAway(postId, row, item));
        }
      }
      dispatch({ type: 'LONG_CHANGED', long });
      dispatch({ type: 'AWAY_CHANGED', away: [...kept.filter(isHeld), ...added] });
    });
    dispatch(placeSuggestions());
  };

/** The rows that a list had. */
const listed = new WeakSet<Row>();

function isPlaceOf(row: Row, item: StoredSuggestion): boolean {
  return (
    row.place === item.place &&
    row.attachmentId === item.attachment_id &&
    row.isLong === (item.purpose === 'long')
  );
}

function isHeld({ suggestion, applied }: Held): boolean {
  return suggestion !== null || applied !== null;
}

/** Another text came for the same image. What the user typed stays in the field. */
function replaceText(known: Suggestion, item: StoredSuggestion): Suggestion {
  const edit = editOf(known);
  const { earlierEdit, textLength, row, replaces } = known;
  const suggestion = { ...toSuggestion(item), earlierEdit, textLength, row, replaces };
  return edit === null ? suggestion : { ...suggestion, text: edit, cause: 'replaced' };
}

/** Somebody else decided. What the user typed stays, as a text of their own. */
function keepEdit(known: Suggestion): Suggestion | null {
  const edit = editOf(known) ?? known.earlierEdit;
  return edit === null ? null : { ...newSuggestion(edit, null), ...noEdits, cause: 'decided' };
}

function toAway(postId: number, row: Row, item: StoredSuggestion): Away {
  return {
    postId,
    place: item.place,
    key: item.place.split('#')[1] ?? String(item.attachment_id),
    alt: null,
    suggestion: { ...toSuggestion(item), row },
    applied: null,
    writeTo: null,
    purpose: item.purpose === 'complex' ? item.purpose : null,
  };
}

function toSuggestion(item: StoredSuggestion): Suggestion {
  const { text, hint, model, prompt, declined, purpose } = item;
  noteDoubts(text, item.doubts);
  const found = purpose === 'decorative' ? purpose : null;
  const verdict = declined ? 'declined' : found;
  return { ...newSuggestion(text), ...noEdits, hint, model, prompt, verdict };
}

/** The images as they were when the suggestions last found their places. */
const seenBy = new WeakMap<DataRegistry, { postId: number | null; alts: Map<string, string> }>();

/**
 * Has the suggestions follow their images: those of images that were cut wait until these are back,
 * maybe in another block. Undo takes back a decision that is not saved yet.
 */
export const placeSuggestions =
  (): Thunk<void> =>
  ({ dispatch, select, registry }) => {
    const postId = findPostId(registry);
    const images = postId === null ? [] : listImages(registry);
    const byKey = new Map(images.map((image) => [targetKey(image.target), image]));
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
          const known = applied?.suggestion ?? suggestion;
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
      const isPlaced = (one: Away) => one.postId === postId && dispatch(place(one, images, places));
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
const place =
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
    // Of an image that moved or was converted, or of the media library.
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

/** What Undo and Redo in the editor did with a suggestion; null if nothing. */
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
  const { replaces } = suggestion;
  const isThere = alt !== '' && alt !== replaces && alt === suggestion.text.trim();
  return isMarked || isThere
    ? { suggestion: null, applied: { suggestion, text: isMarked ? '' : alt, before: replaces } }
    : null;
}

/** In the post, or in the media library. */
function isWritten(registry: DataRegistry, image: EditorImage, { text }: Applied): boolean {
  const library = findAttachment(registry, image.attachmentId ?? 0);
  return text !== '' && (image.alt === text || library?.alt === text);
}

/** Keeps a suggestion whose image is not in the editor, or cannot get it now, until it can. */
export const putAway =
  (before: EditorImage, suggestion: Suggestion, writeTo: RequestState['writeTo']): Thunk<void> =>
  ({ dispatch, select }) => {
    const away = {
      postId: suggestion.row?.postId ?? 0,
      place: suggestion.row?.place ?? '',
      key: keyInPlace(imageKey(before)),
      alt: null,
      ...{ suggestion, applied: null, writeTo, purpose: null },
    };
    dispatch({ type: 'AWAY_CHANGED', away: [...select.getAway(), away] });
    dispatch(placeSuggestions());
  };

/** Stores a suggestion. */
export const storeSuggestion =
  (image: EditorImage, { row, hint, verdict, generated }: Suggestion): Thunk<void> =>
  ({ dispatch, select, registry }) => {
    if (row) {
      // The site replaces what waits for the same place, and came during the request.
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
    void decideRow(one.row, { decision: 'reject' });
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
      const { row } = applied.suggestion;
      if (!row) {
        return;
      }
      const isDecorative = image.state === 'decorative';
      const text = isDecorative ? '' : image.alt || applied.text;
      // A suggestion for the media library that was applied in a block is written there too.
      const isElsewhere = row.place === '' && image.target.type !== 'attachment';
      const decision = isDecorative ? 'decorative' : 'accept';
      await decideRow(row, { decision, text, written: !isElsewhere });
    });
    await Promise.all(decisions);
    dispatch(placeSuggestions());
  };
