import { useDispatch, useSelect } from '@wordpress/data';
import { useEffect } from '@wordpress/element';
import { targetKey } from '../post/alt-text-target.ts';
import type { EditorImage } from '../post/editor-image.ts';
import { focusRunButton, rowId, runButtonId } from '../store/focus.ts';
import { wantedRowStore } from '../store/wanted-row.ts';

/** The image (`targetKey`) in whose row the focus is; null if it is elsewhere. */
export function findFocusedRow(): string | null {
  const row = document.activeElement?.closest(`[id^="${rowId('')}"]`);
  return row?.id.slice(rowId('').length) ?? null;
}

/**
 * Moves the focus into the row that is wanted, once it is rendered: to the field of its suggestion, or
 * to its button. Returns the position of that row in the list; null if none is wanted.
 */
export function useWantedRow(images: EditorImage[]): number | null {
  const wanted = useSelect((select) => select(wantedRowStore).getWantedRow(), []);
  const { foundRow } = useDispatch(wantedRowStore);
  const position = images.findIndex(({ target }) => targetKey(target) === wanted);

  useEffect(() => {
    if (wanted === null) {
      return;
    }
    if (wanted === runButtonId) {
      focusRunButton();
    }
    const row = document.getElementById(rowId(wanted));
    const places = ['textarea', '.altscribe-generate', 'button'];
    places
      .map((place) => row?.querySelector<HTMLElement>(place))
      .find((element) => element)
      ?.focus();
    void foundRow();
  }, [wanted, foundRow]);

  return position < 0 ? null : position;
}
