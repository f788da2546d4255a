import type { SuggestionItem } from '../../common/suggestions-api.ts';
import {
  editOf,
  findPostId,
  isHeld,
  newRow,
  newSuggestion,
  noEdits,
  noteDoubts,
  placeSuggestions,
  request,
} from '../main.tsx';
import type { Held } from '../store/stored-suggestions.ts';
import type { Away, Row, Suggestion, Thunk } from '../store/state.ts';

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

/**
 * Reads the list of the site, and updates the suggestions in the editor. `rows`: all rows of this
 * session; this adds the new ones.
 */
export const followList =
  (postId: number, rows: Set<Row>): Thunk =>
  async ({ dispatch, select, registry }) => {
    const before = new Map([...rows].map((row) => [row, row.changes]));
    // Without texts that are already in the post, which has their records.
    const route = `suggestions?post=${String(postId)}&context=edit&waiting=suggested`;
    const result = await request(route, undefined, (json) => json as StoredSuggestion[]);
    if (!result.ok || findPostId(registry) !== postId) {
      return;
    }
    /** The list may not include the latest changes to the row here. */
    const isNewer = (row: Row) =>
      row.running > 0 || row.unsent !== null || before.get(row) !== row.changes;
    const newer = [...rows].filter(isNewer);
    const items = new Map(
      result.value
        .filter((item) => !newer.some((row) => row.id === item.id || isPlaceOf(row, item)))
        .map((item) => [item.id, item]),
    );
    const held = new Set<Row>();
    /** The new state of a suggestion in the editor; null if it does not change. */
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
          : { applied: null, suggestion: replaceText(known, item, applied !== null) };
      }
      // The list does not include library texts of images that are not in the saved post.
      if (row.place === '' && !listed.has(row)) {
        return null;
      }
      const kept = keepEdit(known);
      return applied
        ? { applied: kept && { ...applied, suggestion: kept }, suggestion: null }
        : { applied: null, suggestion: kept };
    };
    registry.batch(() => {
      for (const [key, state] of Object.entries(select.getRequests())) {
        const changed = follow(state);
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

/**
 * Another text arrived for the same image. The text that the user typed stays in the field, or waits
 * for Undo if it is in the post: nobody has accepted the new one.
 */
function replaceText(known: Suggestion, item: StoredSuggestion, isApplied: boolean): Suggestion {
  const edit = editOf(known);
  const { earlierEdit, textLength, row, replaces } = known;
  const kept = { earlierEdit: edit ?? earlierEdit, textLength, row, replaces };
  const suggestion = { ...toSuggestion(item), ...kept };
  return edit === null || isApplied
    ? suggestion
    : { ...suggestion, text: edit, earlierEdit, cause: 'replaced' };
}

/** Another user decided. The text that the user typed stays as their own, also for Undo. */
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
